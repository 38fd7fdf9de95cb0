import { defineTrap } from './trap.ts';

export const maskedField = defineTrap({
  id: 'masked-field',
  title: 'A field that rewrites its text',
  action: 'type',
  trap: 'The page keeps the digits alone and puts dots between them.',
  person: 'The field shows another date than the one that was typed.',
  asks: 'The field Date holds 3.4.2031.',
  heading: 'Booking',
  content: `<label>Date <input placeholder="DD.MM.YYYY"></label>
<script>
document.querySelector('input').addEventListener('input', ({ target }) => {
  const digits = target.value.replace(/[^0-9]/g, '').slice(0, 8);
  target.value = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('.');
});
</script>`,
  call: { fill: { label: 'Date', text: '3.4.2031' } },
  asked: { fields: { Date: '3.4.2031' } },
  shown: ['34\\.20\\.31'],
});
