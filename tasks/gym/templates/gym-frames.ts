import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { Frames } from '../exercises/frames.ts';
import { drillOf } from './helpers/drill-of.ts';

const button = (title: string): RawStep => ({
  click: { role: 'button', name: `Keep the ${title.toLowerCase()} word` },
});

const keep = (title: string, text: string, send = button(title)): RawStep[] => [
  { fill: { label: `${title} word`, text } },
  send,
  // Waiting tools look at the page around the frames alone.
  { read: { pattern: `The (${title.toLowerCase()}) word is kept`, keep: 'box' } },
];

const keepInFrames = (title: string, text: string, frames: readonly string[]): RawStep[] => [
  { byName: { role: 'textbox', name: `${title} word`, text, frames } },
  { byName: { role: 'button', name: `Keep the ${title.toLowerCase()} word`, frames } },
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
    // Where a page is shown with the frames in it, and those in them are not.
    [
      ...keep('First', own),
      { frame: { role: 'iframe', name: 'Inner box' } },
      ...keep('Second', nested),
      { frame: 'page' },
      // A click may miss what a frame of another site holds; a key does not.
      ...keep('Third', foreign, { press: 'Enter' }),
      { done: {} },
    ],
    // Where nothing in a frame is shown.
    [
      ...keepInFrames('First', own, ['First box']),
      ...keepInFrames('Second', nested, ['Second box', 'Inner box']),
      ...keepInFrames('Third', foreign, ['Third box']),
      { done: {} },
    ],
  ],
  // The frame of another site is left out.
  wrongWays: ({ own, nested }) => [[...keep('First', own), ...keep('Second', nested), { done: {} }]],
});
