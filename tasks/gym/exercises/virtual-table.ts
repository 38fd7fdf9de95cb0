import { html } from 'hono/html';
import { inScript, saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

type Part = { number: string; bin: string };
export type VirtualTable = { parts: Part[]; wanted: Part };

const count = 300;
const rowPx = 28;

/** A virtualised table of 300 rows. Rows out of view are in neither a snapshot nor a search of the page. */
export const virtualTable = defineExercise<VirtualTable>({
  id: 'virtual-table',
  title: 'Stock',
  draw: (random) => {
    const numbers = random.sample(
      Array.from({ length: 9000 }, (_, index) => 1000 + index),
      count,
    );
    const parts = numbers.map((number) => ({
      number: `P-${number}`,
      bin: `${random.pick([...'ABCDEFGH'])}${random.int(10, 99)}`,
    }));
    const wanted = parts[random.int(60, 130)];
    if (!wanted) throw new Error('no such row');
    return { parts, wanted };
  },
  open: (drawn, bench) => (visit) => {
    if (visit.path === 'rows.json') return Response.json(drawn.parts);
    if (visit.path !== '') return undefined;
    if (visit.method === 'GET') return table(drawn);
    bench.record({ bin: visit.form.get('bin') ?? '' });
    return saved();
  },
});

const table = ({ parts }: VirtualTable) => html`<p>${parts.length} parts, in no order.</p>
<form method="post"><label>Bin <input name="bin" autocomplete="off"></label> <button>Save</button></form>
<div id="view" tabindex="0" role="region" aria-label="Parts" style="height: 300px; overflow-y: auto; border: 1px solid; margin-top: 1rem">
<div id="all" style="position: relative; height: ${parts.length * rowPx}px"></div>
</div>
<script type="module">
const parts = await (await fetch('rows.json')).json();
const view = document.getElementById('view');
const all = document.getElementById('all');
const rowPx = ${inScript(rowPx)};
const draw = () => {
  const first = Math.max(0, Math.floor(view.scrollTop / rowPx) - 10);
  all.innerHTML = '<div role="table" aria-label="Parts" aria-rowcount="' + parts.length + '">' + parts.slice(first, first + 32).map(({ number, bin }, index) =>
    '<div role="row" aria-rowindex="' + (first + index + 1) + '" style="position: absolute; top: ' + (first + index) * rowPx + 'px"><span role="cell">' + number + '</span> <span role="cell">' + bin + '</span></div>').join('') + '</div>';
};
view.addEventListener('scroll', draw);
draw();
</script>`;
