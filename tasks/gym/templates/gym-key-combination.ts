import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { KeyCombination } from '../exercises/key-combination.ts';
import { drillOf } from './helpers/drill-of.ts';

const focus = (invoice: string): RawStep => ({ click: { role: 'option', name: `Invoice ${invoice}` } });
const press = (keys: string, invoice: string, action: string): RawStep[] => [
  { press: keys },
  { wait: `Invoice ${invoice} is ${action}.` },
  { done: {} },
];

export const template = drillOf<KeyCombination>({
  id: 'key-combination',
  title: 'Key combination on a row',
  goal: ({ invoice, wanted }) => `Make sure that invoice ${invoice} is ${wanted.action}.`,
  deeds: ({ invoice, wanted }) => [{ invoice, action: wanted.action }],
  ways: ({ invoice, wanted }) => [[focus(invoice), ...press(wanted.keys, invoice, wanted.action)]],
  wrongWays: ({ invoice, invoices, shortcuts, wanted }) => [
    // An event made by a script is not trusted.
    [
      {
        script: {
          code: `() => {
            const row = document.querySelector('[data-invoice="${invoice}"]');
            row.focus();
            row.dispatchEvent(new KeyboardEvent('keydown', { key: '${wanted.keys.slice(-1)}', ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true }));
          }`,
        },
      },
      { done: {} },
    ],
    // One of the modifier keys is missing.
    ...shortcuts.slice(1, 2).map(({ keys, action }) => [focus(invoice), ...press(keys, invoice, action)]),
    // On the row that has the focus when the page opens.
    press(wanted.keys, invoices[0] ?? '', wanted.action),
  ],
});
