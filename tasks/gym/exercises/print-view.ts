import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type PrintView = { tax: string; order: string };

/** A number that appears in print only. */
export const printView = defineExercise<PrintView>({
  id: 'print-view',
  title: 'Receipt',
  draw: (random) => ({ tax: `T-${random.int(10_000, 99_999)}`, order: `O-${random.int(10_000, 99_999)}` }),
  open:
    ({ tax, order }, bench) =>
    ({ method, path, form }) => {
      if (path !== '') return undefined;
      if (method === 'POST') {
        bench.record({ tax: form.get('tax') ?? '' });
        return saved();
      }
      return html`<style>.paper { display: none; } @media print { .paper { display: block; } form { border-top: 1px dotted; } }</style>
<p>Order ${order}</p>
<p class="paper">Tax number ${tax}</p>
<p>The tax number is printed with the receipt.</p>
<form method="post"><label>Tax number <input name="tax" autocomplete="off"></label> <button>Save</button></form>`;
    },
});
