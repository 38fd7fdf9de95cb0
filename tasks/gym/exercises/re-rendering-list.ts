import { html, raw } from 'hono/html';
import { inScript } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type ReRenderingList = { name: string; names: string[]; shift: number };

const names = ['Amber', 'Birch', 'Cedar', 'Dogwood', 'Elder', 'Fir', 'Gorse', 'Hazel', 'Ivy', 'Juniper'];

/**
 * A list that is re-rendered in another order, in the same elements, when the pointer or the focus first
 * reaches it. A click on an element that was read before then hits another row.
 */
export const reRenderingList = defineExercise<ReRenderingList>({
  id: 're-rendering-list',
  title: 'Subscriptions',
  draw: (random) => {
    const shown = random.sample(names, 7);
    return { names: shown, name: random.pick(shown), shift: random.int(1, 5) };
  },
  open:
    (drawn, bench) =>
    ({ method, path, form }) => {
      if (path === '' && method === 'GET') return list(drawn);
      if (path !== 'cancel' || method !== 'POST') return undefined;
      bench.record({ name: form.get('name') ?? '' });
      return html`<p>Cancelled.</p>`;
    },
});

const list = (drawn: ReRenderingList) => html`<p>Newest first. The list keeps itself up to date.</p>
<ul id="list" style="list-style: none; padding: 0">${drawn.names.map(() => html`<li><span></span> <button type="button"></button></li>`)}</ul>
<p role="status"></p>
<script type="module">
const { byHand } = window;
let names = ${inScript(drawn.names)};
const list = document.getElementById('list');
const draw = () => [...list.children].forEach((row, index) => {
  row.firstChild.textContent = names[index];
  row.lastChild.textContent = 'Cancel ' + names[index];
});
const refresh = () => {
  list.removeEventListener('pointerenter', refresh);
  list.removeEventListener('focusin', refresh);
  names = [...names.slice(${raw(String(drawn.shift))}), ...names.slice(0, ${raw(String(drawn.shift))})];
  draw();
};
list.addEventListener('pointerenter', refresh);
list.addEventListener('focusin', refresh);
byHand(list, 'click', async ({ target }, post) => {
  if (target.tagName !== 'BUTTON') return;
  const name = target.previousElementSibling.textContent;
  await post('cancel', { name });
  document.querySelector('[role=status]').textContent = name + ' is cancelled.';
});
draw();
</script>`;
