import type { Download } from '../exercises/download.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const save = (text: string) => giving({ label: 'Total', text });

export const template = drillOf<Download>({
  id: 'download',
  title: 'Download, then use',
  goal: ({ month }) => `What is the total of the statement for ${month}? Save it.`,
  deeds: ({ total }) => [{ total }],
  ways: ({ month }) => [
    [
      { download: { role: 'link', name: `Statement of ${month}` } },
      // For servers that report the saved file.
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
  // The file of another month.
  wrongWays: ({ totals, total }) => [save(`${totals.find((each) => `${each}` !== total)}`)],
});
