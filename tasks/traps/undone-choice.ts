import { defineTrap, status } from './trap.ts';

export const undoneChoice = defineTrap({
  id: 'undone-choice',
  title: 'A choice that the page takes back',
  action: 'choose',
  trap: 'The page sets the list back to its first option.',
  person: 'The list shows the first option again, and the page says why.',
  asks: 'Express is chosen.',
  heading: 'Delivery',
  content: `<label>Delivery <select>
<option>Standard</option>
<option>Express</option>
</select></label>
${status('Delivery takes three days.')}
<script>
document.querySelector('select').addEventListener('change', ({ target }) => {
  target.selectedIndex = 0;
  say('Express is not available here.');
});
</script>`,
  call: { select: { label: 'Delivery', option: 'Express' } },
  asked: { fields: { Delivery: 'Express' } },
  shown: ['not available here'],
});
