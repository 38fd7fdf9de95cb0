import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type Download = { month: string; months: string[]; totals: number[]; total: string };

const months = ['January', 'February', 'March', 'April', 'May', 'June'];

/** Files that the browser downloads without showing them. One of them holds the answer. */
export const download = defineExercise<Download>({
  id: 'download',
  title: 'Statements',
  draw: (random) => {
    const totals = random.sample(
      Array.from({ length: 9000 }, (_, index) => 1000 + index),
      months.length,
    );
    const nth = random.int(0, months.length - 1);
    return { months, totals, month: months[nth] ?? '', total: `${totals[nth]}` };
  },
  open:
    (drawn, bench) =>
    ({ method, path, form }) => {
      if (path === '' && method === 'POST') {
        bench.record({ total: form.get('total') ?? '' });
        return saved();
      }
      if (path === '') return list;
      const nth = months.findIndex((month) => path === `${month.toLowerCase()}.csv`);
      if (nth < 0) return undefined;
      return new Response(`item,amount\nrent,800\ntotal,${drawn.totals[nth]}\n`, {
        headers: { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${path}"` },
      });
    },
});

const list = html`<ul>${months.map((month) => html`<li><a href="${month.toLowerCase()}.csv" download>Statement of ${month}</a></li>`)}</ul>
<form method="post"><label>Total <input name="total" autocomplete="off"></label> <button>Save</button></form>`;
