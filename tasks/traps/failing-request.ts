import { defineTrap, status } from './trap.ts';

export const failingRequest = defineTrap({
  id: 'failing-request',
  title: 'A click whose request fails',
  action: 'click',
  trap: 'The click sends a request, and the host answers with the status 500.',
  person: 'The page says that the order could not be placed.',
  asks: 'The order is placed.',
  heading: 'Order',
  content: `<button type="button">Place the order</button>
<script>
document.querySelector('button').addEventListener('click', async () => {
  const answer = await fetch('order', { method: 'POST' });
  await answer.text();
  say(answer.ok ? 'The order is placed.' : 'The order could not be placed.');
});
</script>
${status('Nothing is ordered yet.')}`,
  call: { click: { role: 'button', name: 'Place the order' } },
  asked: { text: 'The order is placed.' },
  shown: ['could not be placed', '\\b500\\b'],
  pages: { order: { status: 500, body: 'The shop is out of order.' } },
});
