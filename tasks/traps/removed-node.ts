import { defineTrap, status } from './trap.ts';

export const removedNode = defineTrap({
  id: 'removed-node',
  title: 'An element that was removed',
  action: 'click',
  trap: 'After the page was read, the button is removed.',
  person: 'There is no button to click.',
  asks: 'The note is saved.',
  heading: 'Note',
  content: `<div><button type="button">Save</button></div>
<script>
document.querySelector('button').addEventListener('click', async () => {
  await report('saved');
  say('Saved.');
});
const turn = () => document.querySelector('button').remove();
</script>
${status('Nothing is saved yet.')}`,
  call: { click: { role: 'button', name: 'Save' } },
  asked: { done: ['saved'] },
  shown: ['Nothing is saved yet'],
  turns: true,
});
