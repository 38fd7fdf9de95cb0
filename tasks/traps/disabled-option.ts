import { defineTrap } from './trap.ts';

export const disabledOption = defineTrap({
  id: 'disabled-option',
  title: 'An option that is disabled',
  action: 'choose',
  trap: 'The option has the attribute disabled.',
  person: 'The option is grey and cannot be chosen. A form does not send a disabled option.',
  asks: 'Saturday is chosen, and the form would send it.',
  heading: 'Visit',
  content: `<label>Day <select>
<option>Monday</option>
<option>Tuesday</option>
<option disabled>Saturday</option>
</select></label>`,
  call: { select: { label: 'Day', option: 'Saturday' } },
  asked: { fields: { Day: 'Saturday' } },
  shown: ['combobox "Day"[^\\n]*Monday', 'option "Monday"[^\\n]*selected'],
  keeps: { Day: 'Monday' },
});
