import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { standingsOf } from '../../standings/standings.ts';
import { readHistory, readResultsFile } from '../read-history.ts';
import { ResultsFile } from '../result.ts';
import { liftV1 } from './lift-v1.ts';
import { ResultsFileV1 } from './results-v1.ts';

const results = path.join(import.meta.dirname, '../../../../results');
const shas = [
  '8a414ceff47a54c6592e8f1b9e44b29438ddea90',
  '969d3881f77563a96db07bcb006ae62643b0d837',
  '9a3813856da40107fb450b22be573cd4c78fa0eb',
];
const textOf = (sha: string) => readFileSync(path.join(results, `${sha}.json`), 'utf8');
const first = (sha: string) => ResultsFileV1.parse(JSON.parse(textOf(sha)));

test.each(shas)('%s is a file of the first schema, and lifted one of the second', (sha) => {
  const lifted = liftV1(first(sha));
  expect(ResultsFile.parse(lifted)).toEqual(lifted);
  expect(readResultsFile(path.join(results, `${sha}.json`))).toEqual(lifted);
});

test.each(shas)('nothing that %s says is lost or said otherwise', (sha) => {
  const stored = first(sha);
  const lifted = liftV1(stored);
  expect(lifted.commit).toEqual(stored.commit);
  for (const [index, run] of stored.runs.entries()) {
    const { config, episodes, ...head } = run;
    expect(lifted.runs[index]).toMatchObject(head);
    expect(lifted.runs[index]?.episodes).toMatchObject(episodes);
    const { adapter: _, model: __, caps, ...kept } = config;
    expect(lifted.runs[index]?.config).toMatchObject({
      ...kept,
      kind: 'replay',
      adapter: 'replay',
      model: null,
      limits: { maxSteps: caps.maxSteps, maxDurationMs: caps.maxDurationMs },
      keyVersion: 1,
    });
  }
});

test('a run of a model at another address is lifted as a rehearsal, one at its vendor is not', () => {
  const [run] = first(shas[1] ?? '').runs;
  if (!run) throw new Error('the file has a run');
  const of = (config: Partial<typeof run.config>) => {
    const file = { ...first(shas[1] ?? ''), runs: [{ ...run, config: { ...run.config, ...config } }] };
    return liftV1(file).runs[0]?.config;
  };
  const model = { adapter: 'claude', model: 'claude-sonnet-5-5' };
  expect(of(model)).toMatchObject({
    kind: 'model',
    rehearsal: false,
    model: { asked: 'claude-sonnet-5-5', endpoint: 'vendor' },
    limits: { maxUsd: 0.5, maxTokens: 4096 },
  });
  expect(of({ ...model, endpoint: 'proxy.test' })).toMatchObject({
    rehearsal: true,
    model: { endpoint: 'private' },
  });
  expect(of({ ...model, endpoint: '127.0.0.1:8080' })).toMatchObject({ model: { endpoint: 'loopback' } });
  expect(of({ adapter: 'noop' })).toMatchObject({ kind: 'control' });
  expect(of({ adapter: 'spoof' })).toMatchObject({ kind: 'control' });
});

test('lifted runs stand in groups of their own, archived, and no newer row goes on from them', () => {
  const groups = standingsOf(
    [...readHistory(results)].filter(({ runs }) => runs.every(({ config }) => config.keyVersion === 1)),
  );
  expect(groups.length).toBeGreaterThan(0);
  expect(groups.every(({ archived, superseded }) => archived && superseded)).toBe(true);
});
