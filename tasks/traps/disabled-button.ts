import { defineTrap, saveNote } from './trap.ts';

export const disabledButton = defineTrap({
  id: 'disabled-button',
  title: 'A button that is disabled',
  action: 'click',
  trap: 'The button has the attribute disabled.',
  person: 'The button is grey, and a click does nothing.',
  asks: 'The note is saved.',
  ...saveNote('<button type="button" disabled>Save</button>'),
  shown: ['button "Save"[^\\n]*\\bdisabled\\b', 'Nothing is saved yet'],
});
