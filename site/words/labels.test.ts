import { expect, test } from 'vitest';
import { exampleLocalModel } from '../../harness/results/examples/example-local-model.ts';
import {
  exampleFailure,
  exampleModel,
  exampleResult,
  exampleRun,
} from '../../harness/results/examples/example-run.ts';
import { exampleSkillRun } from '../../harness/results/examples/example-skill-run.ts';
import type { Result } from '../../harness/results/records/result.ts';
import type { SkillRun } from '../../harness/results/records/skill-run.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import {
  answeredByWords,
  playedBy,
  priceWords,
  recordingsWords,
  seedsWords,
  selfReportWords,
  skillWords,
  toneOf,
  usdPerTaskWords,
} from './labels.ts';

function rowOf(...episodes: Result[]) {
  const run = exampleRun({ episodes });
  const file = { schema: 'contract-bench.results.v2' as const, sha: '0'.repeat(40), runs: [run] };
  const row = standingsOf([{ ...file, commit: { date: null, parents: [] } }])[0]?.rows[0];
  if (!row) throw new Error('a row');
  return row;
}

test('a price has its day and its source, and none is none', () => {
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75, date: '2026-11-01' };
  expect(priceWords({ ...price, source: 'table' })).toBe(
    'per million tokens: $3.00 in, $15.00 out, $0.30 read from a cache, $3.75 written to a cache; dated 2026-11-01, from the table of the harness',
  );
  expect(priceWords({ ...price, date: null, source: 'flag' })).toMatch(/undated, from flags of the command$/);
  expect(priceWords({ ...price, date: null, source: 'local' })).toMatch(/^none, /);
  expect(priceWords(null)).toBeNull();
});

test('weights that the harness computed have no endpoint', () => {
  expect(answeredByWords(exampleLocalModel())).toBe('weights that the harness computed');
  expect(answeredByWords({ ...exampleModel('m'), effort: 'high' })).toBe('its vendor, chat, effort high');
  expect(answeredByWords(exampleModel('m', 'loopback'))).toBe('a loopback endpoint, chat');
});

test('a cost says of how many episodes it is, and where it may be more', () => {
  const paid = exampleResult({ taskId: 'a', usd: 0.2 });
  expect(usdPerTaskWords(rowOf(paid))).toBe('$0.20');
  expect(usdPerTaskWords(rowOf(paid, exampleResult()))).toBe('$0.20, over 1 of 2 episodes');
  expect(usdPerTaskWords(rowOf({ ...paid, costIsLowerBound: true }))).toBe(
    '$0.20; a lower bound, because 1 episode may have cost more',
  );
  expect(usdPerTaskWords(rowOf(exampleResult()))).toBeNull();
});

test('what an agent said stands beside what its contracts found', () => {
  const row = rowOf(
    exampleResult({ taskId: 'a', selfReport: true }),
    exampleFailure({ taskId: 'b', selfReport: true }),
    exampleFailure({ taskId: 'c' }),
  );
  expect(selfReportWords(row)).toEqual({
    said: 'in 2 of 2 episodes with a report of 3; the contract held in 1 of the reported episodes',
    false: '50.0 %, 1 of 2',
  });
  expect(selfReportWords(rowOf(exampleResult()))).toBeNull();
});

test.each([
  [null, ''],
  [[1], ', seed 1'],
  [[3, 1, 2], ', seeds 1 to 3'],
  [[1, 3], ', seeds 1, 3'],
])('the seeds %j are told as "%s"', (seeds, words) => {
  expect(seedsWords(seeds)).toBe(words);
});

const transcriptsSha256 = 'ab'.repeat(32);

test('git says whose recordings were replayed, and where it cannot the run does', () => {
  const words = (recordings: 'project' | 'other' | undefined, areOthers: boolean | null) =>
    recordingsWords({ transcriptsSha256, recordings }, areOthers);
  expect(words('project', false)).toBe(`the recordings of this project at the commit, ${transcriptsSha256}`);
  expect(words('project', true)).toBe(
    `not the recordings of this project at the commit, ${transcriptsSha256}`,
  );
  expect(words('project', null)).toBe(
    `the recordings of this project, according to the run, ${transcriptsSha256}`,
  );
  expect(words(undefined, null)).toBe(`origin unknown, ${transcriptsSha256}`);
  expect(recordingsWords({ transcriptsSha256: null }, null)).toMatch(/^no recordings were replayed/);
});

test('keys are told in words', () => {
  expect(skillWords.condition('no_skill')).toBe('Without a skill');
  expect(skillWords.condition('of_my_own')).toBe('of my own');
  for (const name of ['constructor', 'toString']) {
    expect(skillWords.condition(name)).toBe(name);
    expect(skillWords.comparison(name)).toBe(name);
  }
  expect(skillWords.comparison('curated_vs_no_skill')).toBe('The curated skill vs. no skill');
  expect(skillWords.verdict('inconclusive')).toBe('not distinguishable from chance');
  expect(skillWords.outcome('assertion_failed')).toBe('assertion failed');
});

test('model, adapter and verifier come first', () => {
  expect(playedBy(exampleSkillRun())).toBe(
    'Model: a model; adapter: claude; judged by outcome contract (episode)',
  );
  const asked: SkillRun['model'] = {
    ...{ adapter: 'openai', asked: 'gpt', answered: 'gpt', api: 'chat', endpoint: 'loopback', effort: null },
    ...{ maxTokens: null, price: null, rehearsal: 'the endpoint is no vendor' },
  };
  const usage = { requests: 1, tokens: null, usd: 0.5, at_least: true as const };
  expect(playedBy({ ...exampleSkillRun(), model: asked, usage })).toMatch(
    /adapter: claude, openai;.*; a rehearsal: the endpoint is no vendor; cost: at least \$0\.50$/,
  );
});

test.each([
  ['control', 'failed', 'expected'],
  ['control', 'passed', null],
  ['control', 'tool_error', null],
  ['baseline', 'max_steps', 'plain'],
  ['model', 'failed', 'plain'],
  ['agent', 'tampered', null],
  ['agent', 'harness_error', null],
  ['oracle', 'failed', null],
  ['replay', 'failed', null],
] as const)(
  'an episode of a %s that ended as %s has the tone %s: red is for what is wrong for us',
  (kind, status, tone) => {
    expect(toneOf(kind, status)).toBe(tone);
  },
);
