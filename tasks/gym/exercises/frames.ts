import { html } from 'hono/html';
import { defineExercise, type Visit } from './exercise.ts';

export type Frames = { own: string; nested: string; foreign: string };

const words = [
  'acorn',
  'bramble',
  'clover',
  'daisy',
  'elder',
  'fennel',
  'gorse',
  'heather',
  'iris',
  'juniper',
];

/** A field in a frame of the same site, one in a frame within a frame, one in a frame of another site. */
export const frames = defineExercise<Frames>({
  id: 'frames',
  title: 'Three boxes',
  draw: (random) => {
    const [own = '', nested = '', foreign = ''] = random.sample(words, 3);
    return { own, nested, foreign };
  },
  open: (_, bench) => (visit) => {
    if (visit.path === '')
      return html`<iframe title="First box" src="own" width="420" height="180"></iframe>
<iframe title="Second box" src="outer" width="420" height="320"></iframe>
<iframe title="Third box" src="https://embed.test/frames/foreign" width="420" height="180"></iframe>`;
    if (visit.path === 'outer')
      return html`<iframe title="Inner box" src="nested" width="360" height="180"></iframe>`;
    return box(visit, ['own', 'nested'], bench.record);
  },
  openEmbedded: (_, bench) => (visit) => box(visit, ['foreign'], bench.record),
});

const titles: Readonly<Record<string, string>> = {
  own: 'First word',
  nested: 'Second word',
  foreign: 'Third word',
};

function box(
  { method, path, form }: Visit,
  paths: readonly string[],
  record: (fields: { box: string; word: string }) => void,
) {
  if (!paths.includes(path)) return undefined;
  if (method === 'GET')
    return html`<form method="post"><label>${titles[path]} <input name="word" autocomplete="off"></label> <button>Keep the ${titles[path]?.toLowerCase()}</button></form>`;
  record({ box: path, word: form.get('word') ?? '' });
  return html`<p role="status">The ${titles[path]?.toLowerCase()} is kept.</p>`;
}
