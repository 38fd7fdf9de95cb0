import { defineTrap, status } from './trap.ts';

export const missingFile = defineTrap({
  id: 'missing-file',
  title: 'A file that is not there',
  action: 'upload',
  trap: 'The working folder has no such file.',
  person: 'The dialog of the browser does not offer the file.',
  asks: 'The page gets the file report.csv.',
  heading: 'Report',
  content: `<label>Report <input type="file"></label>
${status('No file is received yet.')}
<script>
document.querySelector('input').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  try {
    await file.text();
    await report('received ' + file.name);
    say(file.name + ' is received.');
  } catch {
    say('The file cannot be read.');
  }
});
</script>`,
  call: { upload: { role: 'button', name: { contains: 'Report' }, file: 'report.csv' } },
  asked: { done: ['received report.csv'] },
  shown: ['No file is received yet', 'cannot be read'],
});
