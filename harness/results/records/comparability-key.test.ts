import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { sha256 } from '../../platform/digest.ts';
import { exampleModel, exampleResult, exampleRun } from '../examples/example-run.ts';
import { comparabilityKey, keyVersion, withAnsweredModel, withToolChoice } from './comparability-key.ts';
import { readHistory } from './read-history.ts';
import type { Result, RunConfig } from './result.ts';

const { suite, config } = exampleRun({ config: { tasksSha256: sha256('tasks') } });
const key = comparabilityKey(suite, config);

test('the key is a digest that stays as it is: a change here splits every history', () => {
  expect(key).toBe('e3aaf8f3d4a7a20daf50e6852ec622f67adf8df63f642c7f5a91ea173405126a');
});

test.each<[string, Partial<RunConfig>]>([
  [
    'server and its version',
    { server: { id: 'other', package: null, version: '9', toolsSha256: null, confined: true } },
  ],
  ['adapter', { adapter: 'script' }],
  ['workers', { workers: 8 }],
])('%s may differ under one key', (_, changes) => {
  expect(comparabilityKey(suite, { ...config, ...changes })).toBe(key);
});

test('two models are comparable, a model and a replay are not', () => {
  const keyOf = (model: string) => exampleRun({ config: { model } }).config.comparabilityKey;
  expect(keyOf('two')).toBe(keyOf('one'));
  expect(keyOf('one')).not.toBe(key);
});

test.each<[string, Partial<RunConfig>]>([
  ['web', { web: 'live' }],
  ['tasks', { tasksSha256: sha256('other tasks') }],
  ['stand-in pages', { webSha256: null }],
  ['trials', { trials: 2 }],
  ['judge', { judge: 2 }],
  ['limits', { limits: { ...config.limits, maxSteps: 2 } }],
  ['edition', { edition: 2 }],
  ['seeds', { worldSeeds: [6] }],
  ['prompt', { promptSha256: sha256('other prompts') }],
  ['cut of answers', { answerCut: 1000 }],
  ['kind', { kind: 'baseline' }],
  ['limit of looks', { limits: { ...config.limits, maxLooks: 300 } }],
  ['limit of local weights', { limits: { ...config.limits, local: { maxSteps: 30, maxTokens: 9000 } } }],
  ['rule for scripts', { scripts: 'refused' }],
  ['choice of tools', { toolChoice: 'required' }],
])('another %s is another key', (_, changes) => {
  expect(comparabilityKey(suite, { ...config, ...changes })).not.toBe(key);
});

test('another suite is another key', () => {
  expect(comparabilityKey('fixtures', config)).not.toBe(key);
});

const tokens = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 };

test.each<[string, Partial<Result>, boolean]>([
  ['no request', { requests: 0, tokens: { ...tokens, input: 0, output: 0 }, usd: 0 }, false],
  ['no account', { requests: null, tokens: null }, false],
  ['a request that was cut off', { requests: 0, tokens: null, costIsLowerBound: true }, false],
  ['a request that was counted', { requests: 1, tokens }, true],
  ['a request whose usage was not stated', { requests: 0, tokens: null }, true],
])('%s: the row has a model only if one answered', (_, of, isNamed) => {
  const kind = 'agent' as const;
  const limits = { ...config.limits, maxUsd: 0.5, maxTokens: null };
  const asked = { kind, model: exampleModel('claude-opus-5-5'), answerCut: 50_000, limits };
  const run = { ...exampleRun({ config: { ...asked, answerCut: 9 } }), episodes: [exampleResult(of)] };
  const row = withAnsweredModel(run).config;
  expect(row.model?.asked).toBe(isNamed ? 'claude-opus-5-5' : undefined);
  const without = exampleRun({ config: { kind, limits: { ...limits, maxUsd: null } } }).config;
  expect(row.comparabilityKey === without.comparabilityKey).toBe(!isNamed);
});

test('no stored row changes its key', () => {
  const runs = [...readHistory(thisProject.results)].flatMap((file) => file.runs);
  const now = runs.filter(({ config }) => config.keyVersion === keyVersion);
  expect(now.length).toBeGreaterThan(0);
  for (const run of now)
    expect(comparabilityKey(run.suite, withAnsweredModel(run).config)).toBe(run.config.comparabilityKey);
});

test('a forced call is another key; without it the key is that of a run that does not know the field', () => {
  const run = exampleRun({ config: { kind: 'model', model: 'claude-opus-5-5' } });
  const before = withToolChoice(run, undefined).config;
  expect(before).not.toHaveProperty('toolChoice');
  const forced = withToolChoice(run, 'required');
  expect(forced.config).toMatchObject({ toolChoice: 'required' });
  expect(forced.config.comparabilityKey).not.toBe(before.comparabilityKey);
  expect(withToolChoice(forced, 'auto').config).toEqual(before);
});

test('settings of the sampler are another key; a run without them has the key of an older run', () => {
  const model = exampleModel('claude-opus-5-5');
  const sampled = (sampling?: NonNullable<RunConfig['model']>['sampling']) =>
    comparabilityKey(suite, { ...config, model: { ...model, ...(sampling && { sampling }) } });
  expect(sampled()).toBe(comparabilityKey(suite, { ...config, model: null }));
  const cold = sampled({ temperature: 0, seed: null });
  expect(new Set([sampled(), cold, sampled({ temperature: 0, seed: 1 })]).size).toBe(3);
});
