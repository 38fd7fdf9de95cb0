import { defineTrap, status } from './trap.ts';

export const refusedDrop = defineTrap({
  id: 'refused-drop',
  title: 'A drop that is refused',
  action: 'drag',
  trap: 'The column does not take what is dropped on it.',
  person: 'The card flies back to its place.',
  asks: 'The card stands in the column Done.',
  heading: 'Chores',
  content: `<div role="article" aria-label="Paint the shed" draggable="true" style="border: 1px solid; padding: 1rem">Paint the shed</div>
<h2 style="border: 1px solid; padding: 1rem; margin-top: 6rem">Done</h2>
${status('Nothing is moved yet.')}
<script>
document.querySelector('h2').addEventListener('drop', async () => {
  await report('moved');
  say('Moved.');
});
</script>`,
  call: {
    drag: { from: { role: 'article', name: 'Paint the shed' }, to: { role: 'heading', name: 'Done' } },
  },
  asked: { done: ['moved'] },
  shown: ['Nothing is moved yet'],
});
