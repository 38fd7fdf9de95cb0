import { defineTrap } from './trap.ts';

export const paintedField = defineTrap({
  id: 'painted-field',
  title: 'A box that only looks like a field',
  action: 'type',
  trap: 'The box has the role of a text field, but nothing can be typed into it.',
  person: 'The box takes no text.',
  asks: 'The field Remark holds Call back.',
  heading: 'Call',
  content: `<div role="textbox" aria-label="Remark" tabindex="0" style="border: 1px solid; height: 2rem"></div>`,
  call: { fill: { label: 'Remark', text: 'Call back' } },
  asked: { fields: { Remark: 'Call back' } },
  shown: ['textbox "Remark"(?![^\\n]*Call back)'],
});
