import { defineTrap, status } from './trap.ts';

export const disabledButton = defineTrap({
  id: 'disabled-button',
  title: 'A button that is disabled',
  action: 'click',
  trap: 'The button has the attribute disabled.',
  person: 'The button is grey, and a click does nothing.',
  asks: 'The note is saved.',
  heading: 'Note',
  content: `<button type="button" disabled>Save</button>
<script>
document.querySelector('button').addEventListener('click', async () => {
  await report('saved');
  say('Saved.');
});
</script>
${status('Nothing is saved yet.')}`,
  call: { click: { role: 'button', name: 'Save' } },
  asked: { done: ['saved'] },
  shown: ['button "Save"[^\\n]*\\bdisabled\\b', 'Nothing is saved yet'],
});
