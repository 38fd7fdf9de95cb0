import type { RawStep } from '../../../harness/task/templates/template.ts';
import { courts, hours, type InnerScroll } from '../exercises/inner-scroll.ts';
import { drillOf } from './helpers/drill-of.ts';

const book = (court: string, hour: string | undefined): RawStep[] => [
  { click: { role: 'button', name: `Book ${court} at ${hour}` } },
  { wait: `${court} is booked at ${hour}.` },
  { done: {} },
];

export const template = drillOf<InnerScroll>({
  id: 'inner-scroll',
  title: 'Scrolling in a box, down and sideways',
  goal: ({ court, hour }) => `Book ${court} at ${hour}.`,
  deeds: ({ court, hour }) => [{ court, hour }],
  ways: ({ court, hour }) => [
    // Pointing at an element scrolls it into view.
    [
      { click: { role: 'rowheader', name: court } },
      { click: { role: 'columnheader', name: hour } },
      ...book(court, hour),
    ],
    [
      { scroll: { role: 'rowheader', name: court } },
      { scroll: { role: 'columnheader', name: hour } },
      ...book(court, hour),
    ],
    [
      {
        script: {
          code: `async () => {
            const cell = document.querySelector(${JSON.stringify(`[data-court="${court}"][data-hour="${hour}"]`)});
            cell.scrollIntoView({ block: 'center', inline: 'center' });
            while (!cell.firstChild) await new Promise((shown) => setTimeout(shown, 50));
          }`,
        },
      },
      ...book(court, hour),
    ],
  ],
  wrongWays: ({ court }) => [
    // No scrolling: the first offered slot is taken.
    book(courts[0] ?? '', hours[0]),
    // Scrolled down, but not sideways.
    [{ click: { role: 'rowheader', name: court } }, ...book(court, hours[0])],
  ],
});
