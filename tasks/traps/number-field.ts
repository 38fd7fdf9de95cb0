import { defineTrap } from './trap.ts';

export const numberField = defineTrap({
  id: 'number-field',
  title: 'A number field and a word',
  action: 'type',
  trap: 'The field has the type number, and the text is a word.',
  person: 'The field takes none of these letters and stays empty.',
  asks: 'The field Guests holds six.',
  heading: 'Booking',
  content: `<label>Guests <input type="number"></label>`,
  call: { fill: { label: 'Guests', text: 'six' } },
  asked: { fields: { Guests: 'six' } },
  shown: ['spinbutton "Guests"(?![^\\n]*six)'],
});
