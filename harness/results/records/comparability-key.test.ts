import { expect, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { exampleRun } from '../examples/example-run.ts';
import { comparabilityKey } from './comparability-key.ts';
import type { RunConfig } from './result.ts';

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
])('another %s is another key', (_, changes) => {
  expect(comparabilityKey(suite, { ...config, ...changes })).not.toBe(key);
});

test('another suite is another key', () => {
  expect(comparabilityKey('fixtures', config)).not.toBe(key);
});
