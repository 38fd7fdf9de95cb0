import type { SelectAndListbox } from '../exercises/select-and-listbox.ts';
import { drillOf } from './helpers/drill-of.ts';

export const template = drillOf<SelectAndListbox>({
  id: 'select-and-listbox',
  title: 'Native select and custom list box',
  goal: ({ size, colour }) => `Order the jacket in size ${size} and colour ${colour}.`,
  deeds: ({ size, colour }) => [{ size, colour }],
  ways: ({ size, colour }) => [
    [
      { select: { label: 'Size', option: size } },
      { click: { role: 'combobox', label: 'Colour' } },
      { click: { role: 'option', name: colour } },
      { click: { role: 'button', name: 'Order' } },
      { wait: 'Your order is placed.' },
      { done: {} },
    ],
    // For servers that identify the list box by its text only.
    [
      { select: { label: 'Size', option: size } },
      { click: { role: 'button', name: 'Choose' } },
      { click: { role: 'option', name: colour } },
      { click: { role: 'button', name: 'Order' } },
      { wait: 'Your order is placed.' },
      { done: {} },
    ],
    [
      {
        script: {
          code: `() => {
            document.querySelector('[name=size]').value = ${JSON.stringify(size)};
            document.getElementById('colour').click();
            [...document.querySelectorAll('[role=option]')].find((each) => each.textContent === ${JSON.stringify(colour)}).click();
          }`,
        },
      },
      { click: { role: 'button', name: 'Order' } },
      { wait: 'Your order is placed.' },
      { done: {} },
    ],
  ],
  // The list box is not changed.
  wrongWays: ({ size }) => [
    [
      { select: { label: 'Size', option: size } },
      { click: { role: 'button', name: 'Order' } },
      { wait: 'Your order is placed.' },
      { done: {} },
    ],
  ],
});
