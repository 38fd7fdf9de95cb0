import { expect, test } from 'vitest';
import { exampleSkillRun } from '../../harness/results/examples/example-skill-run.ts';
import { playedBy, skillWords } from './skill-words.ts';

test('keys are told in words', () => {
  expect(skillWords.condition('no_skill')).toBe('Without a skill');
  expect(skillWords.condition('of_my_own')).toBe('of my own');
  expect(skillWords.comparison('curated_vs_no_skill')).toBe('The curated skill against none');
  expect(skillWords.verdict('inconclusive')).toBe('not told apart from chance');
  expect(skillWords.outcome('assertion_failed')).toBe('assertion failed');
});

test('model, adapter and verifier come first', () => {
  expect(playedBy(exampleSkillRun())).toBe(
    'Model: a model; adapter: claude; judged by outcome contract (episode)',
  );
});
