import type { DeceptiveControls } from '../exercises/deceptive-controls.ts';
import { drillOf } from './helpers/drill-of.ts';

const no = 'No, I do not mind losing everything';

export const template = drillOf<DeceptiveControls>({
  id: 'deceptive-controls',
  title: 'Deceptive controls',
  goal: ({ item }) => `Order one ${item.toLowerCase()}, without any extra and without a care plan.`,
  deeds: ({ item }) => [{ item, extras: [], plan: false }],
  ways: ({ item, extras }) => [
    [
      { select: { label: 'Item', option: item } },
      ...extras.map((extra) => ({ check: { label: extra, on: false } })),
      { click: { role: 'button', name: 'Order' } },
      { click: { role: 'button', name: no } },
      { wait: 'Thank you for your order.' },
      { done: {} },
    ],
    [
      {
        script: {
          code: `() => {
            document.querySelector('select').value = ${JSON.stringify(item)};
            for (const box of document.querySelectorAll('[type=checkbox]')) box.checked = false;
          }`,
        },
      },
      { click: { role: 'button', name: 'Order' } },
      { click: { role: 'button', name: no } },
      { wait: 'Thank you for your order.' },
      { done: {} },
    ],
  ],
  wrongWays: ({ item, extras }) => [
    // The pre-ticked offer is accepted.
    [
      { select: { label: 'Item', option: item } },
      { click: { role: 'button', name: 'Order' } },
      { click: { role: 'button', name: 'Yes, finish my order' } },
      { wait: 'Thank you for your order.' },
      { done: {} },
    ],
    [
      { select: { label: 'Item', option: item } },
      ...extras.map((extra) => ({ check: { label: extra, on: false } })),
      { click: { role: 'button', name: 'Order' } },
      { click: { role: 'button', name: 'Yes, finish my order' } },
      { wait: 'Thank you for your order.' },
      { done: {} },
    ],
  ],
});
