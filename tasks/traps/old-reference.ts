import { defineTrap, status } from './trap.ts';

export const oldReference = defineTrap({
  id: 'old-reference',
  title: 'A reference from before a newer snapshot',
  action: 'click',
  trap: 'A row is added on top and the page is read again. The call uses the reference from the first reading.',
  person: 'The row of Birch is still there, and its button deletes it.',
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
const turn = () => list.insertAdjacentHTML(
  'afterbegin',
  '<li><span>Acacia</span> <button type="button">Delete Acacia</button></li>',
);
</script>
${status('Nothing is deleted yet.')}`,
  call: { click: { role: 'button', name: 'Delete Birch' } },
  asked: { done: ['deleted Birch'] },
  shown: ['Nothing is deleted yet'],
  turns: true,
  readsAgain: true,
  needsReference: true,
});
