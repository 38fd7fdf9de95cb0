import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { Frames } from '../exercises/frames.ts';
import { drillOf } from './helpers/drill-of.ts';

const button = (title: string): RawStep => ({
  click: { role: 'button', name: `Keep the ${title.toLowerCase()} word` },
});

const keep = (title: string, text: string, send = button(title)): RawStep[] => [
  { fill: { label: `${title} word`, text } },
  send,
  // Wait tools check the top document only.
  { read: { pattern: `The (${title.toLowerCase()}) word is kept`, keep: 'box' } },
];

const keepInFrames = (title: string, text: string, frames: readonly string[]): RawStep[] => [
  { byName: { role: 'textbox', name: `${title} word`, text, frames } },
  { byName: { role: 'button', name: `Keep the ${title.toLowerCase()} word`, frames } },
];

export const template = drillOf<Frames>({
  id: 'frames',
  title: 'Frames: same site, nested, from another site',
  goal: ({ own, nested, foreign }) =>
    `Keep ${own} as the first word, ${nested} as the second and ${foreign} as the third.`,
  deeds: ({ own, nested, foreign }) => [
    { box: 'own', word: own },
    { box: 'nested', word: nested },
    { box: 'foreign', word: foreign },
  ],
  // A script in the page cannot access the frame from another site.
  ways: ({ own, nested, foreign }) => [
    [...keep('First', own), ...keep('Second', nested), ...keep('Third', foreign), { done: {} }],
    // For servers that show frames, but not nested frames.
    [
      ...keep('First', own),
      { frame: { role: 'iframe', name: 'Inner box' } },
      ...keep('Second', nested),
      { frame: 'page' },
      // A click may miss an element in a frame from another site; a key does not.
      ...keep('Third', foreign, { press: 'Enter' }),
      { done: {} },
    ],
    // For servers that show no frame content.
    [
      ...keepInFrames('First', own, ['First box']),
      ...keepInFrames('Second', nested, ['Second box', 'Inner box']),
      ...keepInFrames('Third', foreign, ['Third box']),
      { done: {} },
    ],
  ],
  // The frame from another site is left out.
  wrongWays: ({ own, nested }) => [[...keep('First', own), ...keep('Second', nested), { done: {} }]],
});
