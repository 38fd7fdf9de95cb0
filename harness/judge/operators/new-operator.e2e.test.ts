import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { webOf } from '../../testing/folder-of.ts';
import { withNewOperator } from '../../testing/new-operator.ts';

const copy = await withNewOperator();
// Of the type that its source has here, where the operator is not known.
const load = <Module>(file: string): Promise<Module> => import(path.join(copy, 'harness', file));
const [{ Contract }, { Facts, nothingCollected }, { judge }, { needsOf }, { compactFacts }, arbitrary] =
  await Promise.all([
    load<typeof import('../contract.ts')>('judge/contract.ts'),
    load<typeof import('../facts.ts')>('judge/facts.ts'),
    load<typeof import('../judge.ts')>('judge/judge.ts'),
    load<typeof import('../needs.ts')>('judge/needs.ts'),
    load<typeof import('../compact/compact-facts.ts')>('judge/compact/compact-facts.ts'),
    load<typeof import('../../testing/arbitrary-contracts.ts')>('testing/arbitrary-contracts.ts'),
  ]);

const clause = { kind: 'field_value', selector: '#name', equals: 'Ada' };
const success = { kind: 'and', children: [{ kind: 'url', pattern: '^https://a\\.test/' }, clause] };
const { plainMatch } = arbitrary;
const filledIn = { ...nothingCollected, url: 'https://a.test/', values: { '#name': { value: 'Ada' } } };

test('a task may have it, and its mistakes are named', async () => {
  const { Task } = await load<typeof import('../../task/task.ts')>('task/task.ts');
  const task = {
    id: 'fill-in',
    title: 'Fill in',
    goal: 'Write Ada into the field.',
    startUrl: 'https://a.test/',
    maxSteps: 5,
    maxDurationMs: 1000,
  };
  expect(Task.parse({ ...task, success }).success).toEqual(success);
  const { validateContract } =
    await load<typeof import('../../task/validate-contract.ts')>('task/validate-contract.ts');
  const mistakes = (raw: unknown) => validateContract(raw, { checkPattern: () => null });
  expect(mistakes(success)).toEqual([]);
  expect(mistakes({ ...clause, equals: '', attribute: 1 })).toEqual([
    { path: '$.attribute', message: 'unknown field "attribute"; field_value has kind, selector, equals' },
    { path: '$.equals', message: 'must not be empty; found ""' },
  ]);
  expect(mistakes({ kind: 'other' })[0]?.message).toContain('field_value');
});

test('it is in the published schema of a task and in the table of the documents', async () => {
  const { jsonSchemas } = await load<typeof import('../../publish/docs/json-schemas.ts')>(
    'publish/docs/json-schemas.ts',
  );
  expect(jsonSchemas(z.any())['task.json']).toContain('"field_value"');
  const { operatorsTable } = await load<typeof import('../../publish/docs/operators-table.ts')>(
    'publish/docs/operators-table.ts',
  );
  expect(operatorsTable()).toContain(
    '| `field_value` | `selector`, `equals` (at most 500 characters) | the value of the first matching form field is this string | kept |',
  );
});

test('it is said in words', async () => {
  const { describeContract } = await load<typeof import('../../../site/words/describe-contract.ts')>(
    '../site/words/describe-contract.ts',
  );
  expect(describeContract(Contract.parse(success))[1]).toEqual({
    name: 'postconditions[1] (field_value match)',
    kind: 'field_value',
    words: '#name holds "Ada"',
    listed: [],
    children: [],
  });
});

test('its facts are gathered from a page, saved compact and judged', async () => {
  const { browserOf } = await load<typeof import('../../testing/browser-of.ts')>('testing/browser-of.ts');
  const browser = await browserOf(
    await webOf({ 'a.test/index.html': '<input id="name" value="Eve"><input id="other" value="x">' }),
  );
  const contract = Contract.parse(success);
  const seen = async () => {
    const { facts } = await browser.look(...needsOf(contract));
    return compactFacts(contract, facts, plainMatch);
  };
  await browser.open('https://a.test/');
  const before = await seen();
  expect(before).toMatchObject({ values: { '#name': { value: 'Eve' } } });
  expect(judge(contract, before, plainMatch).failed).toEqual({
    name: 'postconditions[1] (field_value match)',
    outcome: 'failed',
    wanted: '#name holds "Ada"',
    observed: '"Eve"',
  });
  await browser.run('document.querySelector("#name").value = "Ada"');
  const saved = JSON.parse(JSON.stringify(await seen()));
  expect(Facts.parse(saved)).toEqual(saved);
  const verdict = judge(contract, saved, plainMatch);
  expect(verdict.evidence).toMatchObject({ outcome: 'passed', children: [{}, { observed: 'Ada' }] });
  const { judgeSecondObservation } = await load<typeof import('../judge-second-observation.ts')>(
    'judge/judge-second-observation.ts',
  );
  const reloaded = { ...nothingCollected, url: 'https://a.test/' };
  expect(judgeSecondObservation(contract, verdict, reloaded, plainMatch).outcome).toBe('passed');
  const other = { ...saved, values: { ...saved.values, '#other': { value: 'x' } } };
  expect(compactFacts(contract, other, plainMatch)).toEqual(saved);
});

test('the saved facts of a contract without it are what they were, byte for byte', async () => {
  const here = await import('../facts.ts');
  expect(JSON.stringify(nothingCollected)).toBe(JSON.stringify(here.nothingCollected));
  const contract = Contract.parse({ kind: 'url', pattern: 'a' });
  const saved = JSON.stringify(compactFacts(contract, filledIn, plainMatch));
  expect(saved).toBe(JSON.stringify({ ...nothingCollected, url: 'https://a.test/' }));
});

test('mutation notices it, and a forger asks it', async () => {
  const { mutationScore } = await load<typeof import('../../experiments/audit/mutation/mutation-score.ts')>(
    'experiments/audit/mutation/mutation-score.ts',
  );
  const { mutateFacts } = await load<typeof import('../../experiments/audit/mutation/mutate-facts.ts')>(
    'experiments/audit/mutation/mutate-facts.ts',
  );
  const exact = { ...success, children: [{ kind: 'url', pattern: '^https://a\\.test/$' }, clause] };
  const contract = Contract.parse(exact);
  const { survivors } = mutationScore(contract, [{ name: 'true', facts: filledIn }], plainMatch);
  expect(survivors).toEqual([]);
  expect(mutateFacts(contract, filledIn, plainMatch).map(({ name }) => name)).toContain(
    'postconditions[1] (field_value match): another value',
  );
  const { wantedOf } = await load<typeof import('../../agents/controls/forging/forge.ts')>(
    'agents/controls/forging/forge.ts',
  );
  expect(wantedOf(contract)).toEqual({ texts: [], counts: [], rows: [], answers: [], requests: [] });
});

test('it is drawn at random, and its saved facts decide as the whole does', () => {
  const { someContract, someFacts } = arbitrary;
  let drawn = 0;
  fc.assert(
    fc.property(someContract, someFacts, (contract, facts) => {
      if (JSON.stringify(contract).includes('field_value')) drawn += 1;
      const compact = compactFacts(contract, facts, plainMatch);
      expect(judge(contract, compact, plainMatch).outcome).toBe(judge(contract, facts, plainMatch).outcome);
    }),
  );
  expect(drawn).toBeGreaterThan(0);
});
