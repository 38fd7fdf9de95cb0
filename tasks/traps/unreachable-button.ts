import { defineTrap, saveNote } from './trap.ts';

export const unreachableButton = defineTrap({
  id: 'unreachable-button',
  title: 'A button that takes no pointer',
  action: 'click',
  trap: 'The button has pointer-events: none.',
  person: 'The pointer passes through the button, and a click does nothing.',
  asks: 'The note is saved.',
  ...saveNote('<button type="button" style="pointer-events: none">Save</button>'),
  shown: ['Nothing is saved yet'],
});
