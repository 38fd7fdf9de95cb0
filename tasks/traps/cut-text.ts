import { defineTrap } from './trap.ts';

export const cutText = defineTrap({
  id: 'cut-text',
  title: 'A field that cuts its text',
  action: 'type',
  trap: 'The field takes eight characters.',
  person: 'The field takes no more after the eighth character.',
  asks: 'The field Reference holds INV-2031-0042.',
  heading: 'Invoice',
  content: `<label>Reference <input maxlength="8"></label>`,
  call: { fill: { label: 'Reference', text: 'INV-2031-0042' } },
  asked: { fields: { Reference: 'INV-2031-0042' } },
  shown: ['textbox "Reference"[^\\n]*INV-2031(?!-)'],
});
