import type { RawStep } from '../../../harness/task/templates/template.ts';
import { type Sliders, scales } from '../exercises/sliders.ts';
import { drillOf } from './helpers/drill-of.ts';

const { walk: minutes, rent } = scales;

const keys = (label: string, key: string, count: number): RawStep[] => [
  { click: { role: 'slider', label } },
  ...Array<RawStep>(count).fill({ press: key }),
];

const setLeast = (least: number) => keys('Lowest rent', 'ArrowRight', (least - rent.from) / rent.step);
const setMost = (most: number) => keys('Highest rent', 'ArrowLeft', (rent.to - most) / rent.step);
const setWalk = (walk: number): RawStep => ({ fill: { label: 'Walk to the station', text: `${walk}` } });
const show: RawStep[] = [
  { click: { role: 'button', name: 'Show flats' } },
  { wait: 'These are the flats for you.' },
  { done: {} },
];

export const template = drillOf<Sliders>({
  id: 'sliders',
  title: 'Range input and two-ended slider',
  goal: ({ walk, least, most }) =>
    `Show the flats that are at most ${walk} minutes' walk from the station, at a rent from ${least} to ${most}.`,
  deeds: ({ walk, least, most }) => [{ walk, least, most }],
  ways: ({ walk, least, most }) => [
    [setWalk(walk), ...setLeast(least), ...setMost(most), ...show],
    // For servers that cannot fill a native slider: a click sets it to its middle.
    [
      { click: { role: 'slider', label: 'Walk to the station' } },
      { press: 'Home' },
      ...Array<RawStep>((walk - minutes.from) / minutes.step).fill({ press: 'ArrowRight' }),
      ...setLeast(least),
      ...setMost(most),
      ...show,
    ],
    [
      {
        script: {
          code: `() => {
            const { walk } = document.forms[0].elements;
            walk.value = ${walk};
            walk.dispatchEvent(new Event('input', { bubbles: true }));
            walk.dispatchEvent(new Event('change', { bubbles: true }));
            const press = (name, key, count) => {
              for (let step = 0; step < count; step += 1)
                document.querySelector('[aria-label="' + name + '"]').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            };
            press('Lowest rent', 'ArrowRight', ${(least - rent.from) / rent.step});
            press('Highest rent', 'ArrowLeft', ${(rent.to - most) / rent.step});
          }`,
        },
      },
      ...show,
    ],
  ],
  wrongWays: ({ walk, least, most }) => [
    // Only the slider that accepts text is set.
    [setWalk(walk), ...show],
    // One end is a step too far.
    [setWalk(walk), ...setLeast(least), ...setMost(most - rent.step), ...show],
  ],
});
