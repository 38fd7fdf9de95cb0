import { defineTrap, status } from './trap.ts';

export const downloadLink = defineTrap({
  id: 'download-link',
  title: 'A link that downloads a file',
  action: 'click',
  trap: 'The link leads to a file, so the browser starts a download and the page stays.',
  person: 'The browser shows a download, and no other page opens.',
  asks: 'The page with the prices opens.',
  heading: 'Documents',
  content: `<p><a href="prices">Price list</a></p>
${status('Nothing else is open.')}`,
  call: { click: { role: 'link', name: 'Price list' } },
  asked: { text: 'All prices of this year' },
  shown: ['download', 'prices-2031\\.csv', 'Nothing else is open'],
  pages: {
    prices: {
      headers: {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="prices-2031.csv"',
      },
      body: 'All prices of this year\n',
    },
  },
  alone: true,
});
