import type { RawStep } from '../../../harness/templates/template.ts';
import type { Frames } from '../exercises/frames.ts';
import { drillOf } from './helpers/drill-of.ts';

const keep = (title: string, text: string): RawStep[] => [
  { fill: { label: `${title} word`, text } },
  { click: { role: 'button', name: `Keep the ${title.toLowerCase()} word` } },
  // Waiting tools look at the page around the frames alone.
  { read: { pattern: `The (${title.toLowerCase()}) word is kept`, keep: 'box' } },
];

export const template = drillOf<Frames>({
  id: 'frames',
  title: 'Frames: same site, nested, of another site',
  goal: ({ own, nested, foreign }) =>
    `Keep ${own} as the first word, ${nested} as the second and ${foreign} as the third.`,
  deeds: ({ own, nested, foreign }) => [
    { box: 'own', word: own },
    { box: 'nested', word: nested },
    { box: 'foreign', word: foreign },
  ],
  // By a script in the page nobody gets into the frame of another site.
  ways: ({ own, nested, foreign }) => [
    [...keep('First', own), ...keep('Second', nested), ...keep('Third', foreign), { done: {} }],
  ],
  // The frame of another site is left out.
  wrongWays: ({ own, nested }) => [[...keep('First', own), ...keep('Second', nested), { done: {} }]],
});
