import { defineTrap } from './trap.ts';

export const readOnlyField = defineTrap({
  id: 'read-only-field',
  title: 'A field that is read-only',
  action: 'type',
  trap: 'The field has the attribute readonly.',
  person: 'The field takes no text and keeps its value.',
  asks: 'The field Amount holds 250.',
  heading: 'Invoice',
  content: `<label>Amount <input readonly value="100"></label>`,
  call: { fill: { label: 'Amount', text: '250' } },
  asked: { fields: { Amount: '250' } },
  shown: ['textbox "Amount"[^\\n]*\\b100\\b'],
  keeps: { Amount: '100' },
});
