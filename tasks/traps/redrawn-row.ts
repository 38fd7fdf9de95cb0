import { defineTrap, status } from './trap.ts';

export const redrawnRow = defineTrap({
  id: 'redrawn-row',
  title: 'An element whose text has changed',
  action: 'click',
  trap: 'After the page was read, the same elements show other rows.',
  person: 'The row of Birch is now the first, and its button deletes it.',
  asks: 'Birch is deleted.',
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
const turn = () => [...list.children].forEach((row, index) => {
  const name = ['Birch', 'Cedar', 'Amber'][index];
  row.firstElementChild.textContent = name;
  row.lastElementChild.textContent = 'Delete ' + name;
});
</script>
${status('Nothing is deleted yet.')}`,
  call: { click: { role: 'button', name: 'Delete Birch' } },
  asked: { done: ['deleted Birch'] },
  shown: ['Nothing is deleted yet'],
  turns: true,
  needsReference: true,
});
