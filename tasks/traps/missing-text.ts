import { defineTrap } from './trap.ts';

export const missingText = defineTrap({
  id: 'missing-text',
  title: 'A text that never comes',
  action: 'wait',
  trap: 'The page never shows the text.',
  person: 'The person waits in vain.',
  asks: 'The page shows the text.',
  heading: 'Order',
  content: `<p>Your order is being packed.</p>`,
  call: { wait: 'Your order was sent.' },
  asked: { text: 'Your order was sent.' },
  shown: ['is being packed'],
});
