import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { PointerDrag } from '../exercises/pointer-drag.ts';
import { drillOf } from './helpers/drill-of.ts';

const drag = (boat: string, berth: number): RawStep => ({
  drag: { from: { role: 'button', name: boat }, to: { role: 'heading', name: `Berth ${berth}` } },
});
const moored = (boat: string, berth: number): RawStep[] => [
  { wait: `The ${boat} is moored at berth ${berth}.` },
  { done: {} },
];

export const template = drillOf<PointerDrag>({
  id: 'pointer-drag',
  title: 'Drag with pointer events',
  goal: ({ boat, berth }) => `Moor the ${boat} at berth ${berth}.`,
  deeds: ({ boat, berth }) => [{ boat, berth }],
  ways: ({ boat, berth }) => [[drag(boat, berth), ...moored(boat, berth)]],
  wrongWays: ({ boat, berth }) => [
    // An event made by a script is not trusted.
    [
      {
        script: {
          code: `() => {
            const centre = (element) => {
              const { left, top, width, height } = element.getBoundingClientRect();
              return { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, button: 0, buttons: 1, pointerId: 1, isPrimary: true };
            };
            const boat = document.querySelector('[data-boat=${boat}]');
            const to = centre(document.querySelector('[data-berth="${berth}"]'));
            boat.dispatchEvent(new PointerEvent('pointerdown', centre(boat)));
            boat.dispatchEvent(new PointerEvent('pointermove', to));
            boat.dispatchEvent(new PointerEvent('pointerup', { ...to, buttons: 0 }));
          }`,
        },
      },
      { done: {} },
    ],
    // Clicks instead of a drag.
    [
      { click: { role: 'button', name: boat } },
      { click: { role: 'heading', name: `Berth ${berth}` } },
      { done: {} },
    ],
    [drag(boat, berth - 1), ...moored(boat, berth - 1)],
  ],
});
