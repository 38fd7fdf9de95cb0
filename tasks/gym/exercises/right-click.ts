import { html } from 'hono/html';
import { defineExercise } from './exercise.ts';

export type RightClick = { files: string[]; file: string };

const names = [
  'Accounts',
  'Budget',
  'Contract',
  'Drawings',
  'Estimate',
  'Inventory',
  'Minutes',
  'Offers',
  'Wages',
];
const actions = ['Rename', 'Duplicate', 'Archive', 'Move to bin'];

/** A menu that opens on `contextmenu` only: by the right mouse button, or by the menu key. */
export const rightClick = defineExercise<RightClick>({
  id: 'right-click',
  title: 'Files',
  draw: (random) => {
    const files = random.sample(names, 5);
    return { files, file: random.pick(files) };
  },
  open:
    ({ files }, bench) =>
    (visit) => {
      if (visit.method === 'POST' && visit.path === 'act') {
        bench.record({ file: visit.form.get('file') ?? '', action: visit.form.get('action') ?? '' });
        return html`<p role="status">Done.</p>`;
      }
      return visit.path === '' ? list(files) : undefined;
    },
});

const list = (files: readonly string[]) => html`<style>
#files { list-style: none; padding: 0; max-width: 24rem; }
#files button { width: 100%; margin: 2px 0; text-align: left; border: 1px solid #c5ccd6; background: #fff; }
#files button[aria-pressed=true] { background: #e2ecfb; }
[role=menu] { position: fixed; width: 11rem; border: 1px solid #8b96a5; background: #fff; box-shadow: 0 2px 8px #0003; }
[role=menuitem] { padding: .4rem .8rem; cursor: pointer; }
[role=menuitem]:is(:hover, :focus) { background: #e2ecfb; }
</style>
<ul id="files">${files.map((file) => html`<li><button type="button" data-file="${file}" aria-pressed="false">${file}</button></li>`)}</ul>
<p id="bar" hidden><button type="button">Move to bin</button></p>
<p role="status"></p>
<div role="menu" hidden>${actions.map((action) => html`<div role="menuitem" tabindex="-1">${action}</div>`)}</div>
<script type="module">
const { byHand } = window;
const menu = document.querySelector('[role=menu]');
let file = '';
let isOpen = false;
const choose = (button, name) => {
  file = name;
  for (const each of document.querySelectorAll('[data-file]')) each.setAttribute('aria-pressed', each === button);
};
const act = async (post, action) => {
  menu.hidden = true;
  await post('act', { file, action });
  document.querySelector('[role=status]').textContent = action + ': ' + file + ' is done.';
};
for (const button of document.querySelectorAll('[data-file]')) {
  const { file: name } = button.dataset;
  button.onclick = () => {
    choose(button, name);
    bar.hidden = false;
  };
  byHand(button, 'contextmenu', (event) => {
    event.preventDefault();
    isOpen = true;
    choose(button, name);
    menu.hidden = false;
    menu.style.left = event.clientX + 'px';
    menu.style.top = event.clientY + 'px';
  });
}
byHand(bar.firstChild, 'click', (_, post) => act(post, 'Move to bin'));
for (const item of menu.children) {
  const { textContent: action } = item;
  // A menu shown by a script does not count as open.
  byHand(item, 'click', (_, post) => isOpen && act(post, action));
}
document.addEventListener('click', ({ target }) => {
  if (menu.contains(target)) return;
  menu.hidden = true;
  isOpen = false;
});
</script>`;
