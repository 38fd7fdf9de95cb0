import { defineTrap, deleteBirch } from './trap.ts';

export const redrawnRow = defineTrap({
  id: 'redrawn-row',
  title: 'An element whose text has changed',
  action: 'click',
  trap: 'After the page was read, the same elements show other rows.',
  person: 'The row of Birch is now the first, and its button deletes it.',
  asks: 'Birch is deleted.',
  ...deleteBirch(`const turn = () => [...list.children].forEach((row, index) => {
  const name = ['Birch', 'Cedar', 'Amber'][index];
  row.firstElementChild.textContent = name;
  row.lastElementChild.textContent = 'Delete ' + name;
});`),
  shown: ['Nothing is deleted yet'],
  turns: true,
  needsReference: true,
});
