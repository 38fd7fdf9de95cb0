import { defineTrap, deleteBirch } from './trap.ts';

export const movedRow = defineTrap({
  id: 'moved-row',
  title: 'Rows that move below the pointer',
  action: 'click',
  trap: 'A notice appears above the list when the pointer reaches the list, and every row moves down by one.',
  person: 'The rows move, so a person looks again and clicks the row of Birch.',
  asks: 'Birch is deleted.',
  ...deleteBirch(`list.addEventListener('pointerover', () => {
  list.insertAdjacentHTML('beforebegin', '<p style="margin: 0; height: 3rem">One tree is new.</p>');
}, { once: true });`),
  shown: ['Nothing is deleted yet'],
});
