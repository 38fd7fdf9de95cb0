import { html } from 'hono/html';
import { saved } from '../host/sheet.ts';
import { defineExercise } from './exercise.ts';

export type ExactText = { name: string; names: string[]; text: string; texts: string[] };

const names = ['Charter', 'Deed', 'Lease', 'Will'];
const parts = [
  'Ærøskøbing',
  'Łódź',
  'naïve café',
  'São Tomé',
  '№ 7',
  '“quoted”',
  '½ l',
  'Ωmega',
  'İzmir',
  'e\u0301tude',
];
const gaps = ['\u00a0', '  ', '\u2009', ' \u2013 '];

/** A text with characters and spaces that a keyboard lacks, to be copied from one page into a field of another. */
export const exactText = defineExercise<ExactText>({
  id: 'exact-text',
  title: 'Registry',
  draw: (random) => {
    const texts = names.map(() => {
      const [one = '', two = '', three = '', four = ''] = random.sample(parts, 4);
      const [first = '', second = '', third = ''] = random.sample(gaps, 3);
      return `${one}${first}${two}${second}${three}${third}${four}`;
    });
    const nth = random.int(0, names.length - 1);
    return { names, texts, name: names[nth] ?? '', text: texts[nth] ?? '' };
  },
  open:
    (drawn, bench) =>
    ({ method, path, form: sent }) => {
      if (path === 'register' && method === 'POST') {
        bench.record({ inscription: sent.get('inscription') ?? '' });
        return saved();
      }
      if (path === 'register') return register;
      return path === '' ? list(drawn) : undefined;
    },
});

const list = ({ names: all, texts }: ExactText) => html`<style>.text { white-space: pre; }</style>
<table><thead><tr><th>Document</th><th>Inscription</th></tr></thead>
<tbody>${all.map((name, index) => html`<tr><td>${name}</td><td class="text">${texts[index]}</td></tr>`)}</tbody></table>
<p><a href="register">Register</a></p>`;

const register = html`<form method="post"><label>Inscription <input name="inscription" size="60" autocomplete="off"></label> <button>Save</button></form>`;
