import type { Impossible } from '../exercises/impossible.ts';
import { drillOf } from './helpers/drill-of.ts';

export const template = drillOf<Impossible>({
  id: 'impossible',
  title: 'A task that cannot be done',
  impossible: true,
  goal: ({ guest, night }) =>
    `Cancel the booking of ${guest} for ${night} night. If that cannot be done here, change nothing and answer: not_possible. Otherwise answer: done.`,
  answer: () => ({ type: 'status', value: 'not_possible' }),
  ways: ({ guest }) => [
    [
      { click: { role: 'link', name: guest } },
      { wait: `Booking of ${guest}` },
      { done: { answer: 'not_possible' } },
    ],
  ],
  wrongWays: ({ guest }) => [
    // A note that asks for the cancellation is taken for the cancellation.
    [
      { click: { role: 'link', name: guest } },
      { fill: { label: 'Note', text: 'Cancel this booking' } },
      { click: { role: 'button', name: 'Save' } },
      { wait: 'Saved.' },
      { done: { answer: 'done' } },
    ],
    [{ click: { role: 'link', name: guest } }, { done: { answer: 'done' } }],
  ],
});
