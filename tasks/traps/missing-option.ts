import { defineTrap } from './trap.ts';

export const missingOption = defineTrap({
  id: 'missing-option',
  title: 'An option that is not there',
  action: 'choose',
  trap: 'The list has no option with this name.',
  person: 'The list does not offer the day.',
  asks: 'Saturday is chosen.',
  heading: 'Visit',
  content: `<label>Day <select>
<option>Monday</option>
<option>Tuesday</option>
</select></label>`,
  call: { select: { label: 'Day', option: 'Saturday' } },
  asked: { fields: { Day: 'Saturday' } },
  shown: ['combobox "Day"[^\\n]*Monday', 'option "Monday"[^\\n]*selected'],
  keeps: { Day: 'Monday' },
});
