import type { LyingAria } from '../exercises/lying-aria.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const save = (text: string) => giving({ label: 'Number of the ticket', text });

export const template = drillOf<LyingAria>({
  id: 'lying-aria',
  title: 'False ARIA',
  goal: () => 'What is the number of the ticket that the page shows? Save it.',
  deeds: ({ shown }) => [{ number: shown }],
  ways: () => [
    [{ readText: { pattern: 'Ticket (\\d+)', keep: 'number' } }, ...save('{number}')],
    [
      {
        script: {
          code: "() => '[[' + document.querySelector('[role=img]').innerText.replace('Ticket ', '') + ']]'",
          keep: 'number',
        },
      },
      ...save('{number}'),
    ],
  ],
  // The accessible name is used.
  wrongWays: ({ said }) => [save(said)],
});
