import { defineTrap } from './trap.ts';

export const disabledField = defineTrap({
  id: 'disabled-field',
  title: 'A field that is disabled',
  action: 'type',
  trap: 'The field has the attribute disabled.',
  person: 'The field is grey, takes no text and keeps its value.',
  asks: 'The field Amount holds 250.',
  heading: 'Invoice',
  content: `<label>Amount <input disabled value="100"></label>`,
  call: { fill: { label: 'Amount', text: '250' } },
  asked: { fields: { Amount: '250' } },
  shown: ['textbox "Amount"[^\\n]*(?:\\b100\\b|\\bdisabled\\b)'],
  keeps: { Amount: '100' },
});
