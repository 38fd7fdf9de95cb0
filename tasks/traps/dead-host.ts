import { defineTrap } from './trap.ts';

export const deadHost = defineTrap({
  id: 'dead-host',
  title: 'A host that does not exist',
  action: 'navigate',
  trap: 'The name of the host cannot be resolved.',
  person: 'The browser says that the site cannot be reached.',
  asks: 'The page of the other shop opens.',
  heading: 'Shop',
  content: `<p>Welcome.</p>`,
  call: { open: 'https://closed-shop.test/' },
  asked: { text: 'Open from nine to five' },
  shown: ['ERR_NAME_NOT_RESOLVED', 'reached', 'chrome-error'],
  alone: true,
});
