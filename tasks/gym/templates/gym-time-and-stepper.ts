import type { RawStep } from '../../../harness/task/templates/template.ts';
import { firstGuests, type TimeAndStepper } from '../exercises/time-and-stepper.ts';
import { drillOf } from './helpers/drill-of.ts';

const times = (count: number, step: RawStep) => Array<RawStep>(count).fill(step);

const setTime = (time: string): RawStep => ({ fill: { label: 'Time', text: time } });
/** Typed into its parts in turn: two digits of the 12-hour clock, two of the minute, then AM or PM. */
const typeTime = (time: string): RawStep[] => {
  const hour = Number(time.slice(0, 2));
  const digits = `${`${hour % 12 || 12}`.padStart(2, '0')}${time.slice(3)}`;
  return [
    { click: { role: 'spinbutton', name: { contains: 'Hours' } } },
    ...[...digits, hour < 12 ? 'A' : 'P'].map((key) => ({ press: key })),
  ];
};
const setGuests = (guests: number): RawStep[] => [
  { click: { role: 'spinbutton', label: 'Guests' } },
  ...times(guests - firstGuests, { press: 'ArrowUp' }),
];
const setChairs = (chairs: number) => times(chairs, { click: { role: 'button', name: 'More high chairs' } });
const reserve: RawStep[] = [
  { click: { role: 'button', name: 'Reserve' } },
  { wait: 'The table is reserved.' },
  { done: {} },
];

export const template = drillOf<TimeAndStepper>({
  id: 'time-and-stepper',
  title: 'Time, spin button and stepper',
  goal: ({ time, guests, chairs }) =>
    `Reserve a table for ${guests} guests at ${time}, with ${chairs === 1 ? '1 high chair' : `${chairs} high chairs`}.`,
  deeds: ({ time, guests, chairs }) => [{ time, guests, chairs }],
  ways: ({ time, guests, chairs }) => [
    [setTime(time), ...setGuests(guests), ...setChairs(chairs), ...reserve],
    [...typeTime(time), ...setGuests(guests), ...setChairs(chairs), ...reserve],
    [
      {
        script: {
          code: `() => {
            const { time } = document.forms[0].elements;
            time.value = ${JSON.stringify(time)};
            time.dispatchEvent(new Event('input', { bubbles: true }));
            time.dispatchEvent(new Event('change', { bubbles: true }));
            for (let step = 0; step < ${guests - firstGuests}; step += 1)
              document.querySelector('[role=spinbutton]').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true }));
            for (let step = 0; step < ${chairs}; step += 1) document.querySelector('[aria-label="More high chairs"]').click();
          }`,
        },
      },
      ...reserve,
    ],
  ],
  wrongWays: ({ time, guests, chairs }) => [
    // The part that cannot be filled is left as it is.
    [setTime(time), ...setChairs(chairs), ...reserve],
    // On the 12-hour clock.
    [
      setTime(`0${Number(time.slice(0, 2)) - 12}${time.slice(2)}`),
      ...setGuests(guests),
      ...setChairs(chairs),
      ...reserve,
    ],
  ],
});
