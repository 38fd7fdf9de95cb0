import { expect, test } from 'vitest';
import { sha256 } from '../contract/digest.ts';
import { exampleRun } from '../testing/example-run.ts';
import { comparabilityKey } from './comparability-key.ts';
import type { RunConfig } from './result.ts';
import { runKind } from './run-kind.ts';

const { suite, config } = exampleRun();
const key = comparabilityKey(suite, config);

test('the key is a digest that stays as it is: a change here splits every history', () => {
  expect(key).toBe('a4d06480939407b0db1274c35ec5dae43e68b0d3e55414e62471ee629fe26c16');
});

test.each<[string, Partial<RunConfig>]>([
  ['server and its version', { server: { id: 'other', package: null, version: '9', toolsSha256: null } }],
  ['adapter', { adapter: 'script' }],
  ['workers', { workers: 8 }],
])('%s may differ under one key', (_, changes) => {
  expect(comparabilityKey(suite, { ...config, ...changes })).toBe(key);
});

test('two models are comparable, a model and a replay are not', () => {
  const one = comparabilityKey(suite, { ...config, model: 'one' });
  expect(comparabilityKey(suite, { ...config, model: 'two' })).toBe(one);
  expect(one).not.toBe(key);
  expect(runKind(config)).toBe('replay');
  expect(runKind({ model: 'one' })).toBe('model');
});

test.each<[string, Partial<RunConfig>]>([
  ['web', { web: 'live' }],
  ['tasks', { tasksSha256: sha256('other tasks') }],
  ['stand-in pages', { webSha256: null }],
  ['trials', { trials: 2 }],
  ['judge', { judge: 2 }],
  ['caps', { caps: { ...config.caps, maxSteps: 2 } }],
])('another %s is another key', (_, changes) => {
  expect(comparabilityKey(suite, { ...config, ...changes })).not.toBe(key);
});

test('another suite is another key', () => {
  expect(comparabilityKey('fixtures', config)).not.toBe(key);
});
