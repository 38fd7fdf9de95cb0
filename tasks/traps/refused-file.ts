import { defineTrap, status } from './trap.ts';

export const refusedFile = defineTrap({
  id: 'refused-file',
  title: 'A file of a type that the page refuses',
  action: 'upload',
  trap: 'The page takes pictures alone and empties its field after any other file.',
  person: 'The field is empty again, and the page says why.',
  asks: 'The page gets the file notes.txt.',
  heading: 'Picture',
  content: `<label>Picture <input type="file" accept="image/png"></label>
${status('No file is received yet.')}
<script>
document.querySelector('input').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  if (file.type !== 'image/png') {
    target.value = '';
    say('Only pictures are taken.');
    return;
  }
  await report('received ' + file.name);
  say(file.name + ' is received.');
});
</script>`,
  call: { upload: { role: 'button', name: { contains: 'Picture' }, file: 'notes.txt' } },
  asked: { done: ['received notes.txt'] },
  shown: ['No file is received yet', 'Only pictures are taken'],
  files: { 'notes.txt': 'Three notes.' },
});
