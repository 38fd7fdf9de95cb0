import { defineTrap, sheet } from './trap.ts';

export const notFound = defineTrap({
  id: 'not-found',
  title: 'An address without a page',
  action: 'navigate',
  trap: 'The host answers with the status 404.',
  person: 'The page says that there is nothing at this address.',
  asks: 'The page with the opening hours opens.',
  heading: 'Shop',
  content: `<p>Welcome.</p>`,
  call: { open: 'opening-hours' },
  asked: { text: 'Open from nine to five' },
  shown: ['\\b404\\b', 'Page not found', 'Nothing is here'],
  pages: {
    'opening-hours': { status: 404, body: sheet('Page not found', '<p>Nothing is here.</p>') },
  },
});
