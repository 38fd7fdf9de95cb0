import type { RawStep } from '../../../harness/task/templates/template.ts';
import type { LongMemory } from '../exercises/long-memory.ts';
import { drillOf } from './helpers/drill-of.ts';
import { giving } from './helpers/steps.ts';

const save = (text: string) => giving({ label: 'All words, in order', text });

const walk = ({ words }: LongMemory): RawStep[] => [
  { click: { role: 'link', name: 'Begin' } },
  ...words.flatMap((_, index): RawStep[] => [
    { read: { pattern: `Word ${index + 1} is\\s+(\\w+)`, keep: `word${index + 1}` } },
    { click: { role: 'link', name: 'Next' } },
  ]),
];

export const template = drillOf<LongMemory>({
  id: 'long-memory',
  title: 'Long memory over five pages',
  goal: () =>
    'Go through the pages and save all their words, in the order in which they appear, with one space between words.',
  deeds: ({ words }) => [{ words: words.join(' ') }],
  ways: (drawn) => [[...walk(drawn), ...save('{word1} {word2} {word3} {word4} {word5}')]],
  wrongWays: (drawn) => [
    // Only the last word is remembered.
    [...walk(drawn), ...save('{word5}')],
    [...walk(drawn), ...save('{word2} {word1} {word3} {word4} {word5}')],
  ],
});
