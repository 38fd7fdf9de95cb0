import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { MultiStepForm } from '../exercises/multi-step-form.ts';
import { drillOf } from './helpers/drill-of.ts';

const booked = 'Your visit is booked.';

const begin = ({ name, pets, full }: MultiStepForm): RawStep[] => [
  { fill: { label: 'Your name', text: name } },
  { click: { role: 'button', name: 'Next' } },
  { fill: { label: 'Number of pets', text: `${pets}` } },
  { click: { role: 'button', name: 'Next' } },
  { select: { label: 'Day', option: full } },
  { click: { role: 'button', name: 'Book' } },
  { wait: `${full} is full.` },
];

const byScript = (field: string, value: string, button: string): RawStep[] => [
  {
    script: { code: `() => { document.querySelector('[name=${field}]').value = ${JSON.stringify(value)}; }` },
  },
  { click: { role: 'button', name: button } },
];

export const template = drillOf<MultiStepForm>({
  id: 'multi-step-form',
  title: 'Form in several steps that the server checks',
  goal: ({ name, pets, full }) =>
    `Book a visit to the vet for ${name} with ${pets} pets, on ${full} or, if that is full, on the next free day.`,
  deeds: ({ name, pets, day }) => [{ name, pets: `${pets}`, day }],
  ways: (drawn) => [
    [
      ...begin(drawn),
      { select: { label: 'Day', option: drawn.day } },
      { click: { role: 'button', name: 'Book' } },
      { wait: booked },
      { done: {} },
    ],
    [
      ...byScript('name', drawn.name, 'Next'),
      { wait: 'Step 2 of 3' },
      ...byScript('pets', `${drawn.pets}`, 'Next'),
      { wait: 'Step 3 of 3' },
      ...byScript('day', drawn.full, 'Book'),
      { wait: `${drawn.full} is full.` },
      ...byScript('day', drawn.day, 'Book'),
      { wait: booked },
      { done: {} },
    ],
  ],
  wrongWays: (drawn) => [
    // The server's rejection is ignored.
    [...begin(drawn), { done: {} }],
    [
      ...begin(drawn),
      {
        select: {
          label: 'Day',
          option: drawn.days.find((day) => day !== drawn.full && day !== drawn.day) ?? '',
        },
      },
      { click: { role: 'button', name: 'Book' } },
      { wait: booked },
      { done: {} },
    ],
  ],
});
