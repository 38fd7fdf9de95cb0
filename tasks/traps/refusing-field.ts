import { defineTrap } from './trap.ts';

export const refusingField = defineTrap({
  id: 'refusing-field',
  title: 'A field that refuses letters',
  action: 'type',
  trap: 'The page removes every letter from the field.',
  person: 'The letters disappear, and the field stays empty.',
  asks: 'The field Code holds ABCD.',
  heading: 'Discount',
  content: `<label>Code <input></label>
<script>
document.querySelector('input').addEventListener('input', ({ target }) => {
  target.value = target.value.replace(/[^0-9]/g, '');
});
</script>`,
  call: { fill: { label: 'Code', text: 'ABCD' } },
  asked: { fields: { Code: 'ABCD' } },
  shown: ['textbox "Code"(?![^\\n]*ABCD)'],
});
