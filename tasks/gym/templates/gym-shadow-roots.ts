import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { ShadowRoots } from '../exercises/shadow-roots.ts';
import { drillOf } from './helpers/drill-of.ts';

const turnOn = (name: string): RawStep[] => [{ click: { role: 'button', name } }, { wait: `${name} is on.` }];

export const template = drillOf<ShadowRoots>({
  id: 'shadow-roots',
  title: 'Shadow roots, open and closed',
  goal: ({ lamp, heater }) => `Turn on the lamp in the ${lamp} and the heater in the ${heater}.`,
  deeds: ({ lamp, heater }) => [
    { thing: 'Lamp', room: lamp },
    { thing: 'Heater', room: heater },
  ],
  ways: ({ lamp, heater, rooms }) => [
    [...turnOn(`Lamp of the ${lamp}`), ...turnOn(`Heater of the ${heater}`), { done: {} }],
    // Keys reach elements that scripts cannot see: Tab moves to the heater's switch past all switches before
    // it.
    [
      ...Array.from({ length: rooms.indexOf(lamp) + 1 }, () => ({ press: 'Tab' })),
      { press: 'Enter' },
      { wait: `Lamp of the ${lamp} is on.` },
      ...Array.from({ length: rooms.length - rooms.indexOf(lamp) + rooms.indexOf(heater) }, () => ({
        press: 'Tab',
      })),
      { press: 'Enter' },
      { wait: `Heater of the ${heater} is on.` },
      { done: {} },
    ],
    // By role and name only: no tool lists the elements of the closed root, but the goal names them.
    [
      { byName: { role: 'button', name: `Lamp of the ${lamp}` } },
      { wait: `Lamp of the ${lamp} is on.` },
      { byName: { role: 'button', name: `Heater of the ${heater}` } },
      { wait: `Heater of the ${heater} is on.` },
      { done: {} },
    ],
  ],
  // Only the switch in the open root is found.
  wrongWays: ({ lamp }) => [[...turnOn(`Lamp of the ${lamp}`), { done: {} }]],
});
