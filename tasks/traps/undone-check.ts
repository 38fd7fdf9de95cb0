import { defineTrap, status } from './trap.ts';

export const undoneCheck = defineTrap({
  id: 'undone-check',
  title: 'A check box that unchecks itself',
  action: 'check',
  trap: 'The page unchecks the box at once.',
  person: 'The box stays empty, and the page says why.',
  asks: 'The box is checked.',
  heading: 'Terms',
  content: `<label><input type="checkbox"> I agree</label>
${status('The terms are not accepted.')}
<script>
document.querySelector('input').addEventListener('change', ({ target }) => {
  target.checked = false;
  say('Please read the terms first.');
});
</script>`,
  call: { check: { label: 'I agree' } },
  asked: { fields: { 'I agree': 'on' } },
  shown: ['read the terms first'],
});
