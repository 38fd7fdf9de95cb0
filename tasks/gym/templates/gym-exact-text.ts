import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { ExactText } from '../exercises/exact-text.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const register: RawStep = { click: { role: 'link', name: 'Register' } };
const save = (text: string) => giving({ label: 'Inscription', text });

/** A pattern that finds the text by its letters, even if a server changed the spaces between them. */
function lettersOf(text: string): string {
  const parts = text.split(/[\s\u2013]+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return `(${parts.join('[^\\p{L}\\p{N}]{1,8}?')})`;
}

export const template = drillOf<ExactText>({
  id: 'exact-text',
  title: 'Exact text from page to page',
  goal: ({ name }) =>
    `Register the inscription of the ${name.toLowerCase()} exactly as it is written, with every letter and every space.`,
  deeds: ({ text }) => [{ inscription: text }],
  exact: true,
  ways: ({ name, names, text }) => [
    // The captured text includes the spaces. Servers that collapse spaces have lost them here.
    [{ read: { pattern: lettersOf(text), keep: 'text', exact: true } }, register, ...save('{text}')],
    [{ readText: { pattern: lettersOf(text), keep: 'text' } }, register, ...save('{text}')],
    [
      {
        script: {
          code: `() => '[[' + document.querySelectorAll('.text')[${names.indexOf(name)}].textContent + ']]'`,
          keep: 'text',
        },
      },
      register,
      ...save('{text}'),
    ],
    [
      {
        script: {
          code: `() => { sessionStorage.text = document.querySelectorAll('.text')[${names.indexOf(name)}].textContent; }`,
        },
      },
      register,
      {
        script: {
          code: "() => { document.querySelector('[name=inscription]').value = sessionStorage.text; }",
        },
      },
      { click: { role: 'button', name: 'Save' } },
      { wait: 'Saved.' },
      { done: {} },
    ],
  ],
  // The text is retyped with keyboard spaces.
  wrongWays: ({ text }) => [[register, ...save(text.replace(/\s+/g, ' '))]],
});
