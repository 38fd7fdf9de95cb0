import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { formatPercent } from '../../platform/words/format.ts';
import { claimPairs, readReferences } from '../records/references.ts';
import { recomputedOf } from './recomputed.ts';

const references = readReferences(path.join(thisProject.results, 'references.json')).filter(
  ({ traces }) => traces,
);

test('each claim has what its traces come to: percent, both intervals, all of eight, at least once', () => {
  const found = recomputedOf(references).map(({ id, score, population95, all, once }) => [
    id,
    ...[score.rate, ...score.wilson95, ...population95, all, once].map((share) => formatPercent(share)),
  ]);
  expect(found).toEqual([
    ['notte-1.3.3', '76.3 %', '70.5 %', '81.2 %', '62.8 %', '85.9 %', '50.0 %', '96.7 %'],
    ['browser-use-0.1.40', '55.0 %', '48.7 %', '61.2 %', '41.3 %', '68.0 %', '16.7 %', '83.3 %'],
    ['convergence-proxy-lite', '30.0 %', '24.6 %', '36.1 %', '19.1 %', '43.8 %', '3.3 %', '50.0 %'],
  ]);
});

test('each printed rate stands beside the count of the traces by the same judge', () => {
  const found = references.map((reference) =>
    claimPairs(reference).map(({ printed, passed, total }) => [
      printed,
      passed,
      formatPercent(passed / total),
    ]),
  );
  expect(found).toEqual([
    [
      [86.2, 200, '83.3 %'],
      [79, 183, '76.3 %'],
    ],
    [
      [77.3, 170, '70.8 %'],
      [60.2, 132, '55.0 %'],
    ],
    [
      [38.4, 88, '36.7 %'],
      [31.4, 72, '30.0 %'],
    ],
  ]);
});

test('the crashes that a source leaves out are no more than the trials that did not pass', () => {
  for (const { excluded, suite, traces } of references) {
    const passed = traces?.passes.reduce((sum, each) => sum + each, 0) ?? 0;
    const of = suite.tasks * suite.trials;
    expect(excluded?.of).toBe(of);
    expect(excluded?.episodes).toBeLessThanOrEqual(of - passed);
  }
});
