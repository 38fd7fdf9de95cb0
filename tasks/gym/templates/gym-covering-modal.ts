import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { CoveringModal } from '../exercises/covering-modal.ts';
import { drillOf } from './helpers/drill-of.ts';

const book = (tour: string): RawStep[] => [
  { click: { role: 'button', name: `Book ${tour}` } },
  { wait: `${tour} is booked.` },
  { done: {} },
];

const above = (cookies: string, letter: string): RawStep[] => [
  { click: { role: 'button', name: cookies } },
  { wait: 'A new tour every week, by mail.' },
  { click: { role: 'button', name: letter } },
];

export const template = drillOf<CoveringModal>({
  id: 'covering-modal',
  title: 'Consent banner and covering modal',
  goal: ({ tour }) => `Book the tour “${tour}” without allowing any cookies or subscribing to anything.`,
  deeds: ({ tour }) => [{ cookies: 'rejected' }, { tour }],
  ways: ({ tour }) => [[...above('Reject all', 'Close'), ...book(tour)]],
  wrongWays: ({ tour }) => [
    // The quickest path through the dialogs.
    [...above('Accept all', 'Close'), ...book(tour)],
    [...above('Reject all', 'Send it to me'), ...book(tour)],
    // The page is used below its covering dialog.
    [
      {
        script: {
          code: `() => { document.querySelector(${JSON.stringify(`[data-tour="${tour}"]`)}).click(); }`,
        },
      },
      { done: {} },
    ],
  ],
});
