import { defineTrap, status } from './trap.ts';

export const replacedNode = defineTrap({
  id: 'replaced-node',
  title: 'An element that was replaced by its twin',
  action: 'click',
  trap: 'After the page was read, an equal button replaces the button.',
  person: 'The button looks the same, and a click saves the note.',
  asks: 'The note is saved.',
  heading: 'Note',
  content: `<button type="button">Save</button>
<script>
document.addEventListener('click', async ({ target }) => {
  if (target.tagName !== 'BUTTON') return;
  await report('saved');
  say('Saved.');
});
const turn = () => {
  const button = document.querySelector('button');
  button.replaceWith(button.cloneNode(true));
};
</script>
${status('Nothing is saved yet.')}`,
  call: { click: { role: 'button', name: 'Save' } },
  asked: { done: ['saved'] },
  shown: ['Nothing is saved yet'],
  turns: true,
  needsReference: true,
});
