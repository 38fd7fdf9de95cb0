import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type LyingAria = { shown: string; said: string };

/** A visible number, and a different number in its ARIA label. */
export const lyingAria = defineExercise<LyingAria>({
  id: 'lying-aria',
  title: 'Ticket machine',
  draw: (random) => {
    const [shown = 0, said = 0] = random.sample(
      Array.from({ length: 900 }, (_, index) => 100 + index),
      2,
    );
    return { shown: `${shown}`, said: `${said}` };
  },
  open:
    ({ shown, said }, bench) =>
    ({ method, path, form }) => {
      if (path !== '') return undefined;
      if (method === 'POST') {
        bench.record({ number: form.get('number') ?? '' });
        return saved();
      }
      return html`<p>The ticket that is shown is the one that counts.</p>
<p style="font-size: 2rem"><span role="img" aria-label="Ticket ${said}">Ticket ${shown}</span></p>
<form method="post"><label>Number of the ticket <input name="number" autocomplete="off"></label> <button>Save</button></form>`;
    },
});
