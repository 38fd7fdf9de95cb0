import { defineTrap, status } from './trap.ts';

export const missingDialog = defineTrap({
  id: 'missing-dialog',
  title: 'A dialog that is not open',
  action: 'dialog',
  trap: 'The page has a button that would open a dialog, but no dialog is open.',
  person: 'There is no dialog to answer.',
  asks: 'The question of the page is answered with yes.',
  heading: 'Account',
  content: `<button type="button">Close the account</button>
${status('The account is open.')}
<script>
document.querySelector('button').addEventListener('click', async () => {
  if (!confirm('Really?')) return;
  await report('closed');
  say('The account is closed.');
});
</script>`,
  call: { dialog: 'accept' },
  asked: { done: ['closed'] },
  shown: ['The account is open'],
});
