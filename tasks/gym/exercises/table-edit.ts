import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

type Item = { name: string; price: string };
export type TableEdit = { items: Item[]; edited: string; price: string; archived: string[] };

const names =
  'Bivouac sack,Camp stove,Dry bag,Folding chair,Head lamp,Ice axe,Lantern,Rope bag,Sleeping mat,Trail map,Wool cap'.split(
    ',',
  );
const priceOf = (cents: number) => (cents / 100).toFixed(2);

/** A table edited in place: a double click turns a cell into a field, and one action changes all ticked rows. */
export const tableEdit = defineExercise<TableEdit>({
  id: 'table-edit',
  title: 'Range of goods',
  draw: (random) => {
    // The prices have even cents. The new price has odd cents, so it equals none of them.
    const items = random
      .sample(names, 9)
      .map((name) => ({ name, price: priceOf(random.int(200, 4000) * 2) }));
    const [edited = '', ...others] = random.sample(items, items.length).map(({ name }) => name);
    const chosen = new Set(others.slice(0, 3));
    return {
      ...{ items, edited, price: priceOf(random.int(200, 4000) * 2 + 1) },
      archived: items.map(({ name }) => name).filter((name) => chosen.has(name)),
    };
  },
  open:
    ({ items }, bench) =>
    (visit) => {
      if (visit.method === 'POST' && visit.path === 'price') {
        bench.record({ item: visit.form.get('item') ?? '', price: visit.form.get('price') ?? '' });
        return saved();
      }
      if (visit.method === 'POST' && visit.path === 'apply') {
        const asked = visit.form.getAll('item');
        const named = items.map(({ name }) => name).filter((name) => asked.includes(name));
        bench.record({ action: visit.form.get('action') ?? '', items: named });
        return saved();
      }
      return visit.path === '' ? page(items) : undefined;
    },
});

const page = (
  items: readonly Item[],
) => html`<p>A price is changed by a double click on it, and kept with Enter.</p>
<p><label style="display: inline">With the ticked <select id="action"><option>Choose</option><option>Archive</option><option>Delete</option><option>Duplicate</option></select></label>
<button type="button" id="apply">Apply</button> <span role="status"></span></p>
<table><thead><tr><th><input type="checkbox" id="all" aria-label="Tick all"></th><th scope="col">Article</th><th scope="col">Price</th></tr></thead>
<tbody>${items.map(({ name, price }) => html`<tr><td><input type="checkbox" class="tick" aria-label="Tick ${name}" value="${name}"></td><td>${name}</td><td class="price" data-item="${name}">${price}</td></tr>`)}</tbody></table>
<script type="module">
const { byHand } = window;
const status = document.querySelector('[role=status]');
const ticks = [...document.querySelectorAll('.tick')];
for (const cell of document.querySelectorAll('.price')) byHand(cell, 'dblclick', () => {
  if (cell.querySelector('input')) return;
  const { item } = cell.dataset;
  const before = cell.textContent;
  const field = document.createElement('input');
  field.value = before;
  field.size = 8;
  field.setAttribute('aria-label', 'Price of ' + item);
  byHand(field, 'keydown', async ({ key }, post) => {
    if (key === 'Escape') cell.textContent = before;
    if (key !== 'Enter') return;
    const price = field.value.trim();
    await post('price', { item, price });
    cell.textContent = price;
    status.textContent = 'The price of ' + item + ' is changed.';
  });
  cell.replaceChildren(field);
  field.select();
});
document.getElementById('all').onchange = ({ target }) => { for (const tick of ticks) tick.checked = target.checked; };
byHand(document.getElementById('apply'), 'click', async (_, post) => {
  const action = document.getElementById('action').value;
  const ticked = ticks.filter(({ checked }) => checked);
  if (action === 'Choose' || ticked.length === 0) { status.textContent = 'Nothing is chosen.'; return; }
  await post('apply', [['action', action], ...ticked.map(({ value }) => ['item', value])]);
  if (action !== 'Duplicate') for (const tick of ticked) tick.closest('tr').remove();
  status.textContent = 'Done for ' + ticked.length + ' articles.';
});
</script>`;
