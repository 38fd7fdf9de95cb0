import { defineTrap, status } from './trap.ts';

export const unreachableButton = defineTrap({
  id: 'unreachable-button',
  title: 'A button that takes no pointer',
  action: 'click',
  trap: 'The button has pointer-events: none.',
  person: 'The pointer passes through the button, and a click does nothing.',
  asks: 'The note is saved.',
  heading: 'Note',
  content: `<button type="button" style="pointer-events: none">Save</button>
<script>
document.querySelector('button').addEventListener('click', async () => {
  await report('saved');
  say('Saved.');
});
</script>
${status('Nothing is saved yet.')}`,
  call: { click: { role: 'button', name: 'Save' } },
  asked: { done: ['saved'] },
  shown: ['Nothing is saved yet'],
});
