import { defineTrap, deleteBirch } from './trap.ts';

export const oldReference = defineTrap({
  id: 'old-reference',
  title: 'A reference from before a newer snapshot',
  action: 'click',
  trap: 'A row is added on top and the page is read again. The call uses the reference from the first reading.',
  person: 'The row of Birch is still there, and its button deletes it.',
  asks: 'Birch is deleted.',
  ...deleteBirch(`const turn = () => list.insertAdjacentHTML(
  'afterbegin',
  '<li><span>Acacia</span> <button type="button">Delete Acacia</button></li>',
);`),
  shown: ['Nothing is deleted yet'],
  turns: true,
  readsAgain: true,
  needsReference: true,
});
