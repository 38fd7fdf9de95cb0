import type { Download } from '../exercises/download.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const save = (text: string) => giving({ label: 'Total', text });

export const template = drillOf<Download>({
  id: 'download',
  title: 'Download, then use',
  goal: ({ month }) => `What is the total of the statement of ${month}? Save it.`,
  deeds: ({ total }) => [{ total }],
  ways: ({ month }) => [
    [
      { download: { role: 'link', name: `Statement of ${month}` } },
      // Where the server says what it saved.
      { read: { pattern: 'total,(\\d+)', keep: 'total' } },
      ...save('{total}'),
    ],
    [
      {
        script: {
          code: `async () => {
            const link = [...document.querySelectorAll('a')].find((each) => each.textContent === 'Statement of ${month}');
            return '[[' + /total,(\\d+)/.exec(await (await fetch(link.href)).text())[1] + ']]';
          }`,
          keep: 'total',
        },
      },
      ...save('{total}'),
    ],
  ],
  // Another month.
  wrongWays: ({ totals, total }) => [save(`${totals.find((each) => `${each}` !== total)}`)],
});
