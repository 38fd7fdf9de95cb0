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
    `Cancel the booking of ${guest} for the reason “${reason}”. Then close the day. Do not send the guest a note.`,
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
    // For servers that accept alerts and the leave-page warning by themselves.
    [
      cancel(guest),
      { dialog: 'accept' },
      { dialog: { accept: reason } },
      { wait: `The booking of ${guest} is cancelled.` },
      close,
      { wait: 'The day is closed.' },
      { done: {} },
    ],
    // A script replaces the dialog functions in advance and clears the note, so no warning appears.
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
    // Every dialog is dismissed.
    [
      cancel(guest),
      { dialog: 'dismiss' },
      { wait: 'Nothing was cancelled.' },
      close,
      { wait: 'The day is closed.' },
      { done: {} },
    ],
    // Accepted, but without the text.
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
