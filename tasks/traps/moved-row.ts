import { defineTrap, status } from './trap.ts';

export const movedRow = defineTrap({
  id: 'moved-row',
  title: 'Rows that move below the pointer',
  action: 'click',
  trap: 'A notice appears above the list when the pointer reaches the list, and every row moves down by one.',
  person: 'The rows move, so a person looks again and clicks the row of Birch.',
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
list.addEventListener('pointerover', () => {
  list.insertAdjacentHTML('beforebegin', '<p style="margin: 0; height: 3rem">One tree is new.</p>');
}, { once: true });
</script>
${status('Nothing is deleted yet.')}`,
  call: { click: { role: 'button', name: 'Delete Birch' } },
  asked: { done: ['deleted Birch'] },
  shown: ['Nothing is deleted yet'],
});
