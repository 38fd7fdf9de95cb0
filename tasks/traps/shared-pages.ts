import { status } from './trap.ts';

/** A note with one button that saves it: `button` is its HTML, and `turn` is a script that runs after the listener is set. */
export const saveNote = (button: string, turn = '') => ({
  heading: 'Note',
  content: `${button}
<script>
document.querySelector('button').addEventListener('click', async () => {
  await report('saved');
  say('Saved.');
});
${turn && `${turn}\n`}</script>
${status('Nothing is saved yet.')}`,
  call: { click: { role: 'button', name: 'Save' } },
  asked: { done: ['saved'] },
});

/** Three rows with a button each, of which the row of Birch is to be deleted; `change` is a script that changes the rows. */
export const deleteBirch = (change: string) => ({
  heading: 'Trees',
  content: `<ul>
<li><span>Amber</span> <button type="button">Delete Amber</button></li>
<li><span>Birch</span> <button type="button">Delete Birch</button></li>
<li><span>Cedar</span> <button type="button">Delete Cedar</button></li>
</ul>
<script>
const list = document.querySelector('ul');
list.addEventListener('click', async ({ target }) => {
  if (target.tagName !== 'BUTTON') return;
  const name = target.previousElementSibling.textContent;
  await report('deleted ' + name);
  say(name + ' is deleted.');
});
${change}
</script>
${status('Nothing is deleted yet.')}`,
  call: { click: { role: 'button', name: 'Delete Birch' } },
  asked: { done: ['deleted Birch'] },
});
