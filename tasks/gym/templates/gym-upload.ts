import type { Upload } from '../exercises/upload.ts';
import { drillOf } from './helpers/drill-of.ts';

export const template = drillOf<Upload>({
  id: 'upload',
  title: 'File upload',
  goal: ({ wanted }) => `File the report ${wanted} from your working folder.`,
  files: ({ files }) => Object.fromEntries(files.map(({ name, text }) => [name, text])),
  deeds: ({ files, wanted }) => files.filter(({ name }) => name === wanted),
  ways: ({ files, wanted }) => [
    [
      { upload: { role: 'button', name: { contains: 'Report' }, file: wanted } },
      { click: { role: 'button', name: 'File it' } },
      { wait: `${wanted} is filed.` },
      { done: {} },
    ],
    // A new file with the same content: a script that knows the content needs no path.
    [
      {
        script: {
          code: `() => {
            const files = new DataTransfer();
            files.items.add(new File([${JSON.stringify(files.find(({ name }) => name === wanted)?.text ?? '')}], ${JSON.stringify(wanted)}, { type: 'text/plain' }));
            document.querySelector('[name=report]').files = files.files;
          }`,
        },
      },
      { click: { role: 'button', name: 'File it' } },
      { wait: `${wanted} is filed.` },
      { done: {} },
    ],
  ],
  wrongWays: ({ files, wanted }) => [
    // The form is sent without a file.
    [{ click: { role: 'button', name: 'File it' } }, { wait: 'Nothing was chosen.' }, { done: {} }],
    [
      {
        upload: {
          role: 'button',
          name: { contains: 'Report' },
          file: files.find(({ name }) => name !== wanted)?.name,
        },
      },
      { click: { role: 'button', name: 'File it' } },
      { wait: 'is filed.' },
      { done: {} },
    ],
  ],
});
