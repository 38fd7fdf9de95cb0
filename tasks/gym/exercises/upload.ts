import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type Upload = { files: { name: string; text: string }[]; wanted: string };

const subjects = ['Boiler', 'Bridge', 'Canteen', 'Fence', 'Garden', 'Lift', 'Roof', 'Stairs', 'Well'];

/** A file field. The goal names the wanted file in the working folder. */
export const upload = defineExercise<Upload>({
  id: 'upload',
  title: 'File a report',
  draw: (random) => {
    const files = random.sample(subjects, 4).map((subject) => ({
      name: `${subject.toLowerCase()}-report.txt`,
      text: `${subject}: inspected, ${random.int(2, 90)} remarks, number R-${random.int(1000, 9999)}.\n`,
    }));
    return { files, wanted: random.pick(files).name };
  },
  open: (_, bench) => (visit) => {
    if (visit.path !== '') return undefined;
    if (visit.method === 'GET') return form;
    const [file] = visit.files;
    if (!file || file.name === '') return saved('Nothing was chosen.');
    bench.record({ name: file.name, text: file.text });
    return saved(`${file.name} is filed.`);
  },
});

const form = html`<form method="post" enctype="multipart/form-data">
<label>Report <input type="file" name="report"></label>
<p><button>File it</button></p>
</form>`;
