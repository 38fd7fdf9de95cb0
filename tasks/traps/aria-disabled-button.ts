import { defineTrap, status } from './trap.ts';

export const ariaDisabledButton = defineTrap({
  id: 'aria-disabled-button',
  title: 'A button that only its ARIA state disables',
  action: 'click',
  trap: 'The button has aria-disabled, and the page ignores its clicks.',
  person: 'The button looks grey, and a click does nothing.',
  asks: 'The note is saved.',
  heading: 'Note',
  content: `<button type="button" aria-disabled="true" style="opacity: .5">Save</button>
<script>
document.querySelector('button').addEventListener('click', async ({ currentTarget }) => {
  if (currentTarget.getAttribute('aria-disabled') === 'true') return;
  await report('saved');
  say('Saved.');
});
</script>
${status('Nothing is saved yet.')}`,
  call: { click: { role: 'button', name: 'Save' } },
  asked: { done: ['saved'] },
  shown: ['button "Save"[^\\n]*\\bdisabled\\b', 'Nothing is saved yet'],
});
