import type { PressAndHold } from '../exercises/press-and-hold.ts';
import { drillOf } from './helpers/drill-of.ts';

export const template = drillOf<PressAndHold>({
  id: 'press-and-hold',
  title: 'Press and hold',
  goal: ({ lock }) => `Open the lock of the ${lock}, and no other.`,
  deeds: ({ lock }) => [{ lock }],
  ways: ({ lock, ms }) => [
    [
      { pressHold: { role: 'button', name: `Lock of the ${lock}`, ms: ms + 400 } },
      { wait: `The lock of the ${lock} is open.` },
      { done: {} },
    ],
  ],
  // A click is too short.
  wrongWays: ({ lock }) => [
    // An event made by a script is not trusted.
    [
      {
        script: {
          code: `() => { document.querySelector('[data-lock=${lock}]').dispatchEvent(new PointerEvent('pointerdown')); }`,
        },
      },
      { done: {} },
    ],
    [{ click: { role: 'button', name: `Lock of the ${lock}` } }, { done: {} }],
  ],
});
