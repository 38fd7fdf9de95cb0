import type { PrintView } from '../exercises/print-view.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const pattern = 'Tax number (T-\\d+)';
const save = (text: string) => giving({ label: 'Tax number', text });

export const template = drillOf<PrintView>({
  id: 'print-view',
  title: 'Print view',
  goal: () => 'Which tax number is printed on the receipt? Save it.',
  deeds: ({ tax }) => [{ tax }],
  ways: () => [
    [{ print: true }, { read: { pattern, keep: 'tax' } }, ...save('{tax}')],
    // Where the answer has what the screen does not show.
    [{ read: { pattern, keep: 'tax' } }, ...save('{tax}')],
    [
      {
        script: {
          code: "() => '[[' + document.querySelector('.paper').textContent.replace('Tax number ', '') + ']]'",
          keep: 'tax',
        },
      },
      ...save('{tax}'),
    ],
  ],
  // The number that the screen shows.
  wrongWays: ({ order }) => [save(order)],
});
