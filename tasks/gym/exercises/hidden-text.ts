import { html, raw } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type HiddenText = { code: string; codes: string[] };

/** Styles that make text invisible although it is in the page. */
const hidings = [
  'font-size: 1px; color: #fff',
  'color: #fff; background: #fff',
  'position: absolute; clip-path: inset(50%)',
  'position: absolute; left: -9999px',
];

/** Five codes, one of which is visible. */
export const hiddenText = defineExercise<HiddenText>({
  id: 'hidden-text',
  title: 'Locker',
  draw: (random) => {
    const codes = random
      .sample(
        Array.from({ length: 9000 }, (_, index) => 1000 + index),
        hidings.length + 1,
      )
      .map(String);
    return { codes, code: random.pick(codes) };
  },
  open:
    ({ code, codes }, bench) =>
    ({ method, path, form }) => {
      if (path !== '') return undefined;
      if (method === 'POST') {
        bench.record({ code: form.get('code') ?? '' });
        return saved();
      }
      const hidden = codes.filter((each) => each !== code);
      const lines = codes.map((each) => {
        const style = each === code ? '' : (hidings[hidden.indexOf(each)] ?? '');
        return html`<p class="code" style="${raw(style)}">Code of the locker: ${each}</p>`;
      });
      return html`${lines}
<form method="post"><label>Code <input name="code" autocomplete="off"></label> <button>Save</button></form>`;
    },
});
