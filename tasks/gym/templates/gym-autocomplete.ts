import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { Autocomplete } from '../exercises/autocomplete.ts';
import { drillOf } from './helpers/drill-of.ts';

const placeOf = (name: string) => name.replace(/ .*/, '');
const pick = (name: string): RawStep => ({ click: { role: 'option', name } });
const fill = (text: string): RawStep => ({ fill: { label: 'Home station', text } });
const order = (said: string): RawStep[] => [
  { click: { role: 'button', name: 'Order' } },
  { wait: said },
  { done: {} },
];
const ordered = 'Your ticket is ordered.';

export const template = drillOf<Autocomplete>({
  id: 'autocomplete',
  title: 'Suggestions that must be picked',
  goal: ({ wanted }) => `Order the season ticket with ${wanted.name} as the home station.`,
  deeds: ({ wanted }) => [{ station: wanted.name }],
  ways: ({ wanted }) => [
    [fill(placeOf(wanted.name)), pick(wanted.name), ...order(ordered)],
    // Typed letter by letter.
    [{ type: { label: 'Home station', text: placeOf(wanted.name) } }, pick(wanted.name), ...order(ordered)],
    [
      {
        script: {
          code: `async () => {
            const field = document.getElementById('words');
            field.value = ${JSON.stringify(wanted.name)};
            field.dispatchEvent(new Event('input', { bubbles: true }));
            for (let look = 0; look < 40; look += 1) {
              await new Promise((later) => setTimeout(later, 50));
              const item = [...document.querySelectorAll('[role=option]')].find((each) => each.textContent === ${JSON.stringify(wanted.name)});
              if (!item) continue;
              item.click();
              return;
            }
          }`,
        },
      },
      ...order(ordered),
    ],
  ],
  wrongWays: ({ stations, wanted }) => [
    // The full text is typed, but no suggestion is picked.
    [fill(wanted.name), ...order('Choose a station from the list.')],
    // The first suggestion is picked.
    [
      fill(placeOf(wanted.name)),
      pick(stations.find(({ name }) => placeOf(name) === placeOf(wanted.name))?.name ?? ''),
      ...order(ordered),
    ],
  ],
});
