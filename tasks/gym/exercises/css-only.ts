import { html, raw } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type CssOnly = { train: string; trains: string[]; platforms: number[]; platform: string };

const places = ['Aldwick', 'Brenton', 'Corvale', 'Dunmere', 'Eastley', 'Farrow'];

/** Platforms that exist only in the style sheet, as content before the train names. */
export const cssOnly = defineExercise<CssOnly>({
  id: 'css-only',
  title: 'Departures',
  draw: (random) => {
    const trains = random.sample(places, 5);
    const platforms = random.sample(
      Array.from({ length: 24 }, (_, index) => index + 1),
      5,
    );
    const nth = random.int(0, 4);
    return { trains, platforms, train: trains[nth] ?? '', platform: `${platforms[nth]}` };
  },
  open:
    ({ trains, platforms }, bench) =>
    ({ method, path, form }) => {
      if (path !== '') return undefined;
      if (method === 'POST') {
        bench.record({ platform: form.get('platform') ?? '' });
        return saved();
      }
      const rules = trains.map(
        (_, index) => `#t${index}::before { content: "Platform ${platforms[index]}: "; }`,
      );
      return html`<style>${raw(rules.join('\n'))}</style>
<ul>${trains.map((train, index) => html`<li id="t${index}">${train}</li>`)}</ul>
<form method="post"><label>Platform <input name="platform" autocomplete="off"></label> <button>Save</button></form>`;
    },
});
