import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type LongMemory = { words: string[] };

const words = [
  'anchor',
  'basil',
  'cobalt',
  'dahlia',
  'ember',
  'falcon',
  'ginger',
  'harbour',
  'indigo',
  'jasper',
  'kestrel',
  'lantern',
];

/** Five pages with one word each, which can be opened only once. The sixth asks for all words in order. */
export const longMemory = defineExercise<LongMemory>({
  id: 'long-memory',
  title: 'Path of words',
  draw: (random) => ({ words: random.sample(words, 5) }),
  open: (drawn, bench) => {
    let reached = 0;
    return ({ method, path, form }) => {
      if (path === '') return html`<p>Each page is shown once.</p><p><a href="1">Begin</a></p>`;
      if (path === 'end' && method === 'POST') {
        bench.record({ words: (form.get('words') ?? '').trim().split(/\s+/).join(' ') });
        return saved();
      }
      if (path === 'end') return reached === drawn.words.length ? end : undefined;
      const word = drawn.words[Number(path) - 1];
      if (word === undefined) return undefined;
      if (Number(path) !== reached + 1) return html`<p>This page is not shown now.</p>`;
      reached += 1;
      const next = reached === drawn.words.length ? 'end' : `${reached + 1}`;
      return html`<p>Word ${path} is <strong>${word}</strong></p><p><a href="${next}">Next</a></p>`;
    };
  },
});

const end = html`<form method="post"><label>All words, in order <input name="words" size="60" autocomplete="off"></label> <button>Save</button></form>`;
