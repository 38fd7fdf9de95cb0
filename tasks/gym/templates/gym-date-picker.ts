import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { DatePicker } from '../exercises/date-picker.ts';
import { drillOf } from './helpers/drill-of.ts';

/** `24 June 2031` */
const said = (day: string) =>
  new Date(day).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

const monthOf = (day: string) => Number(day.slice(5, 7));

/** The calendar opens in March. */
const begin: RawStep = { click: { role: 'button', name: 'Choose days' } };
const next: RawStep = { click: { role: 'button', name: 'Next month' } };
const pick = (day: string): RawStep => ({ click: { role: 'button', name: said(day) } });
const book: RawStep[] = [
  { click: { role: 'button', name: 'Book' } },
  { wait: 'The cabin is booked.' },
  { done: {} },
];

export const template = drillOf<DatePicker>({
  id: 'date-picker',
  title: 'Date picker with a range',
  goal: ({ from, to }) => `Book the cabin from ${said(from)} to ${said(to)}.`,
  deeds: ({ from, to }) => [{ from, to }],
  ways: ({ from, to }) => [
    [begin, ...Array<RawStep>(monthOf(from) - 3).fill(next), pick(from), next, pick(to), ...book],
    [
      {
        script: {
          code: `() => {
            const click = (name) => document.querySelector('[aria-label="' + name + '"]').click();
            document.getElementById('choose').click();
            for (let page = 3; page < ${monthOf(from)}; page += 1) document.getElementById('next').click();
            click(${JSON.stringify(said(from))});
            document.getElementById('next').click();
            click(${JSON.stringify(said(to))});
          }`,
        },
      },
      ...book,
    ],
  ],
  wrongWays: ({ from, to }) => [
    // The right days, in the months that are shown first.
    [begin, pick(`2031-03${from.slice(7)}`), next, pick(`2031-04${to.slice(7)}`), ...book],
    // Both days in the month of arrival.
    [
      begin,
      ...Array<RawStep>(monthOf(from) - 3).fill(next),
      pick(`${from.slice(0, 7)}${to.slice(7)}`),
      pick(from),
      ...book,
    ],
  ],
});
