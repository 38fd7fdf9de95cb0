import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { DependentFields } from '../exercises/dependent-fields.ts';
import { drillOf } from './helpers/drill-of.ts';

const save: readonly RawStep[] = [
  { click: { role: 'button', name: 'Save' } },
  { wait: 'Saved.' },
  { done: {} },
];

export const template = drillOf<DependentFields>({
  id: 'dependent-fields',
  title: 'Fields that depend on others',
  goal: ({ country, region, town }) => `Have it delivered to ${town}, in the region ${region} of ${country}.`,
  deeds: (place) => [place],
  ways: ({ country, region, town }) => [
    [
      { select: { label: 'Country', option: country } },
      { wait: 'regions to choose from.' },
      { select: { label: 'Region', option: region } },
      { wait: 'towns to choose from.' },
      { select: { label: 'Town', option: town } },
      ...save,
    ],
    [
      {
        script: {
          code: `async () => {
            for (const [name, value] of ${JSON.stringify([
              ['country', country],
              ['region', region],
              ['town', town],
            ])}) {
              const field = document.querySelector('[name=' + name + ']');
              while (![...field.options].some((each) => each.value === value)) await new Promise((done) => setTimeout(done, 50));
              field.value = value;
              field.dispatchEvent(new Event('change'));
            }
          }`,
        },
      },
      ...save,
    ],
  ],
  // The choices that load late are not waited for.
  wrongWays: ({ country }) => [[{ select: { label: 'Country', option: country } }, ...save]],
});
