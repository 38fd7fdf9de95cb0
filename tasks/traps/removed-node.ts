import { defineTrap, saveNote } from './trap.ts';

export const removedNode = defineTrap({
  id: 'removed-node',
  title: 'An element that was removed',
  action: 'click',
  trap: 'After the page was read, the button is removed.',
  person: 'There is no button to click.',
  asks: 'The note is saved.',
  ...saveNote(
    '<div><button type="button">Save</button></div>',
    `const turn = () => document.querySelector('button').remove();`,
  ),
  shown: ['Nothing is saved yet'],
  turns: true,
});
