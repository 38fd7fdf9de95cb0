import { defineTrap, saveNote } from './trap.ts';

export const hiddenButton = defineTrap({
  id: 'hidden-button',
  title: 'A button that was hidden',
  action: 'click',
  trap: 'After the page was read, the button is hidden.',
  person: 'There is no button to click.',
  asks: 'The note is saved.',
  ...saveNote(
    '<button type="button">Save</button>',
    `const turn = () => { document.querySelector('button').style.display = 'none'; };`,
  ),
  shown: ['Nothing is saved yet'],
  turns: true,
});
