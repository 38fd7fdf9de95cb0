import { defineTrap, status } from './trap.ts';

export const hiddenButton = defineTrap({
  id: 'hidden-button',
  title: 'A button that was hidden',
  action: 'click',
  trap: 'After the page was read, the button is hidden.',
  person: 'There is no button to click.',
  asks: 'The note is saved.',
  heading: 'Note',
  content: `<button type="button">Save</button>
<script>
document.querySelector('button').addEventListener('click', async () => {
  await report('saved');
  say('Saved.');
});
const turn = () => { document.querySelector('button').style.display = 'none'; };
</script>
${status('Nothing is saved yet.')}`,
  call: { click: { role: 'button', name: 'Save' } },
  asked: { done: ['saved'] },
  shown: ['Nothing is saved yet'],
  turns: true,
});
