import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { Dialogs } from '../exercises/dialogs.ts';
import { drillOf } from './helpers/drill-of.ts';

const cancel = (guest: string): RawStep => ({
  click: { role: 'button', name: `Cancel the booking of ${guest}` },
});
const close: RawStep = { click: { role: 'button', name: 'Close the day' } };

export const template = drillOf<Dialogs>({
  id: 'dialogs',
  title: "The browser's own dialogs",
  goal: ({ guest, reason }) =>
    `Cancel the booking of ${guest} for the reason “${reason}”. Then close the day; no note goes to the guest.`,
  deeds: ({ guest, reason }) => [{ cancelled: guest, reason }, { day: 'closed' }],
  ways: ({ guest, reason }) => [
    [
      cancel(guest),
      { dialog: 'accept' },
      { dialog: { accept: reason } },
      { dialog: 'accept' },
      { wait: `The booking of ${guest} is cancelled.` },
      close,
      { dialog: 'accept' },
      { wait: 'The day is closed.' },
      { done: {} },
    ],
    // Where the server says yes by itself to what leaves no choice, and to leaving the page.
    [
      cancel(guest),
      { dialog: 'accept' },
      { dialog: { accept: reason } },
      { wait: `The booking of ${guest} is cancelled.` },
      close,
      { wait: 'The day is closed.' },
      { done: {} },
    ],
    // Answered beforehand: what asks is replaced in the page, and the note is taken back so that nothing is lost.
    [
      {
        script: {
          code: `() => {
            window.confirm = () => true;
            window.prompt = () => ${JSON.stringify(reason)};
            window.alert = () => {};
          }`,
        },
      },
      cancel(guest),
      { wait: `The booking of ${guest} is cancelled.` },
      { script: { code: "() => { document.getElementById('note').value = ''; }" } },
      close,
      { wait: 'The day is closed.' },
      { done: {} },
    ],
  ],
  wrongWays: ({ guest }) => [
    // Every dialog is got rid of.
    [
      cancel(guest),
      { dialog: 'dismiss' },
      { wait: 'Nothing was cancelled.' },
      close,
      { wait: 'The day is closed.' },
      { done: {} },
    ],
    // Agreed to, without the text.
    [
      cancel(guest),
      { dialog: 'accept' },
      { dialog: 'accept' },
      { dialog: 'accept' },
      { wait: `The booking of ${guest} is cancelled.` },
      close,
      { dialog: 'accept' },
      { wait: 'The day is closed.' },
      { done: {} },
    ],
  ],
});
