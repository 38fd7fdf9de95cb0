import { join } from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { readSuites, suitesIn } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import { folderOf } from '../../testing/folder-of.ts';
import {
  notComparableSentence,
  notteSentence,
  readReferences,
  reasonsNotComparable,
  sentenceOf,
  systemWords,
} from './references.ts';

const file = join(import.meta.dirname, '../../../results/references.json');
const references = readReferences(file);

const live = references.filter(({ beside }) => beside !== 'miniwob');
const ofPaper = references.filter(({ beside }) => beside === 'miniwob');

test('the ledger has the published rows', () => {
  const rows = live.map(({ system, claims, excluded }) => [
    system,
    ...claims.map(({ value }) => value),
    excluded?.episodes,
  ]);
  expect(rows).toEqual([
    ['notte', 86.2, 79, 47, 96.6, 8],
    ['browser-use', 77.3, 60.2, 113, 83.3, 21],
    ['convergence proxy-lite', 38.4, 31.4, 83, 50, 11],
  ]);
  const models = ofPaper.map(({ model, claims: [rate] }) => [model, rate?.value, rate?.standardError]);
  expect(models).toEqual([
    ['Claude 3.5 Sonnet', 69.8, 1.8],
    ['o1-mini', 67.8, 1.9],
    ['Llama 3.1 405B', 64.6, 1.9],
    ['GPT-4o', 63.8, 1.9],
    ['Llama 3.1 70B', 57.6, 2],
    ['GPT-4o mini', 56.6, 2],
  ]);
});

test('every published number stands in the passage that is quoted', () => {
  for (const { claims, source } of references)
    for (const { value, unit, standardError } of claims) {
      const sign = unit === 'seconds' ? 's' : standardError ? ` ± ${standardError}(\\.0)?$` : '%';
      expect(source.quote).toMatch(new RegExp(`${value}(\\.0)?${sign}`));
      if ('repository' in source)
        expect(source.url).toContain(`${source.repository}/blob/${source.commit}/${source.path}`);
    }
});

test('every row says why it cannot be compared', () => {
  const namesOf = (reasons: readonly string[]) => reasons.map((reason) => reason.split(':')[0]);
  for (const reference of live)
    expect(namesOf(reasonsNotComparable(reference))).toEqual([
      'other tasks',
      'other judge',
      'other caps',
      'other trials',
      'other denominator',
    ]);
  for (const reference of ofPaper) {
    const reasons = reasonsNotComparable(reference, 25);
    expect(namesOf(reasons)).toEqual([
      'other judge',
      'other caps',
      'other trials',
      'other instances',
      'other interface',
      'other scripts',
      'other evidence',
    ]);
    expect(reasons.join()).toContain(
      'at most 10 steps a task, no limit of time stated; here at most 25 steps',
    );
    expect(reasons.join()).not.toContain('live web');
  }
});

test('the sentence beside a claim names its own judge and number', () => {
  const [notte] = live.map(sentenceOf);
  expect(notte).toBe(notComparableSentence);
  expect(notte).toMatch(
    /^contract-eval is stricter than LLM-eval; numbers not directly comparable to notte's 86\.2%\./,
  );
  expect(notteSentence).toBe('notte v1.3.3 reports 86.2% / 47s a task (self-report, WebVoyager30).');
  expect(ofPaper.map(sentenceOf)[0]).toBe(
    "Our numbers are not directly comparable to GenericAgent of AgentLab's 69.8%.",
  );
  expect(references.map(systemWords)).toContain('notte v1.3.3');
  expect(references.map(systemWords)).toContain('GenericAgent of AgentLab');
});

test('the claims beside a suite have as many tasks as the suite', async () => {
  const suites = suitesIn(await readSuites(thisProject.suites, noPatternCheck));
  for (const { beside, suite } of ofPaper)
    expect(suites.get(beside ?? '')?.templates).toHaveLength(suite.tasks);
});

test('without the crashes the traces come near to what is printed, and how near is said', () => {
  const [notte, browserUse, proxyLite] = live.map((each) => reasonsNotComparable(each).at(-1));
  expect(notte).toContain(
    'over the other 232 their traces give 86.2 % and 78.9 %, nearly the printed 86.2 % and 79.0 %',
  );
  expect(browserUse).toContain(
    'over the other 219 their traces give 77.6 % and 60.3 %, nearly the printed 77.3 % and 60.2 %',
  );
  expect(proxyLite).toContain('over the other 229 their traces give 38.4 % and 31.4 %, as printed');
});

async function fileWith(row: object): Promise<string> {
  const record = { schema: 'contract-bench.references.v1', references: [row] };
  return join(await folderOf({ 'references.json': JSON.stringify(record) }), 'references.json');
}

test('a row without its source is an error that names the field', async () => {
  const [{ source: _, ...row } = { source: null }] = references;
  const broken = await fileWith(row);
  expect(() => readReferences(broken)).toThrow(`${broken}: references[0].source: `);
});

test('a paper names its table, has no traces, and says how its tasks differ', async () => {
  const [row] = ofPaper;
  const [{ traces } = {}] = live;
  if (!row || !('paper' in row.source)) throw new Error('the ledger has no row of a paper');
  const { table: _, ...source } = row.source;
  const without = await fileWith({ ...row, source });
  expect(() => readReferences(without)).toThrow(`${without}: references[0].source`);
  const traced = await fileWith({ ...row, traces });
  expect(() => readReferences(traced)).toThrow(
    `${traced}: references[0].traces: must be absent, because the source has no repository`,
  );
  const { differences: __, ...silent } = row;
  const undifferent = await fileWith(silent);
  expect(() => readReferences(undifferent)).toThrow(
    `${undifferent}: references[0].differences: must say how the tasks differ`,
  );
});
