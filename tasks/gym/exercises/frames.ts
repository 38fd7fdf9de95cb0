import { html } from 'hono/html';
import { defineExercise, type Visit } from './exercise.ts';

export type Frames = { own: string; nested: string; foreign: string; seal: string };

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

/**
 * Three fields: in a same-site frame, in a nested frame, and in a frame from another site. Each field exists
 * only in its own frame, and accepts only a request with the seal issued in that frame.
 */
export const frames = defineExercise<Frames>({
  id: 'frames',
  title: 'Three boxes',
  draw: (random) => {
    const [own = '', nested = '', foreign = ''] = random.sample(words, 3);
    return { own, nested, foreign, seal: `${random.int(100_000, 999_999)}` };
  },
  open:
    ({ seal }, bench) =>
    (visit) => {
      if (visit.path === '')
        return html`<iframe title="First box" src="own" width="420" height="180"></iframe>
<iframe title="Second box" src="outer" width="420" height="320"></iframe>
<iframe title="Third box" src="https://embed.test/frames/foreign" width="420" height="180"></iframe>`;
      if (visit.path === 'outer')
        return html`<iframe title="Inner box" src="nested" width="360" height="180"></iframe>`;
      return box(visit, { paths: ['own', 'nested'], site: 'same site', seal }, bench.record);
    },
  openEmbedded:
    ({ seal }, bench) =>
    (visit) =>
      box(visit, { paths: ['foreign'], site: 'other site', seal }, bench.record),
});

const titles: Readonly<Record<string, string>> = {
  own: 'First word',
  nested: 'Second word',
  foreign: 'Third word',
};

const refused = html`<p>This box is used in its page alone.</p>`;

function box(
  { method, path, form, framedBy }: Visit,
  { paths, site, seal }: { paths: readonly string[]; site: Visit['framedBy']; seal: string },
  record: (fields: { box: string; word: string }) => void,
) {
  if (!paths.includes(path)) return undefined;
  if (method === 'GET' && framedBy !== site) return refused;
  if (method === 'GET')
    return html`<form method="post"><input type="hidden" name="seal" value="${seal}"><label>${titles[path]} <input name="word" autocomplete="off"></label> <button>Keep the ${titles[path]?.toLowerCase()}</button></form>`;
  if (form.get('seal') !== seal) return refused;
  record({ box: path, word: form.get('word') ?? '' });
  return html`<p role="status">The ${titles[path]?.toLowerCase()} is kept.</p>`;
}
