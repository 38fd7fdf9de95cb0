import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { folderOf, webOf } from '../../testing/folder-of.ts';
import { isLong } from '../../testing/sized.ts';

const operator = `import * as z from 'zod';
import { words } from '../clause-fields.ts';
import { clip, quote } from '../../platform/words/format.ts';
import { defineFactKind, ownFact } from '../fact-kinds/fact-kind.ts';
import { notCollected, readPageState } from '../page-state.ts';
import { defineOperator } from './operator.ts';

const ValueFact = z.union([
  z.strictObject({ value: z.string().nullable() }),
  z.strictObject({ error: z.string() }),
]);

const fieldValues = defineFactKind({
  name: 'value',
  asked: 'each',
  shape: { values: z.record(z.string(), ValueFact).optional() },
  nothing: {},
  compact: ({ values }, clauses: readonly { selector: string }[]) => {
    if (clauses.length === 0 || values === undefined) return {};
    const asked = new Set(clauses.map(({ selector }) => selector));
    return { values: Object.fromEntries(Object.entries(values).filter(([selector]) => asked.has(selector))) };
  },
});

/** What is longer than the longest wanted value is gathered cut, and equals none. */
export const fieldValue = defineOperator({
  kind: 'field_value',
  summary: 'The value of the first matching field is the one asked for.',
  passes: 'the value of the first matching form field is this string',
  fields: { selector: words(), equals: words().max(500) },
  notes: { equals: 'at most 500 characters' },
  facts: [fieldValues],
  evidence: { selector: z.string(), wanted: z.string(), observed: z.string().nullable() },
  seenAfterReload: false,
  needs: ({ selector }) => [{ value: selector }],
  judge: ({ selector, equals }, facts) => {
    const asked = { kind: 'field_value', selector: clip(selector, 512), wanted: equals } as const;
    const read = readPageState(facts, () => {
      const fact = ownFact(facts.values ?? {}, selector);
      if (fact === undefined) return notCollected(\`value of \${selector}\`);
      return 'error' in fact ? { reason: fact.error } : { value: fact.value };
    });
    if ('reason' in read) return { ...asked, outcome: 'inconclusive', observed: null, reason: read.reason };
    return { ...asked, outcome: read.value === equals ? 'passed' : 'failed', observed: read.value };
  },
  wanted: ({ selector, equals }) => \`\${clip(selector, 50)} holds \${quote(equals, 90)}\`,
  observed: ({ observed }) => (observed === null ? 'no such field' : quote(observed, 90)),
  weakened: () => [],
  broken: ({ selector, equals }, { values }) => [
    { name: 'another value', change: { values: { ...values, [selector]: { value: \`\${equals}x\` } } } },
  ],
  held: ({ selector, equals }, { values }) => [{ values: { ...values, [selector]: { value: equals } } }],
  forged: () => ({}),
  drawn: { selector: ['#name', 'constructor'], equals: ['Ada', 'Eve'] },
  holds: [{ selector: '#name', equals: 'Ada' }, { values: { '#name': { value: 'Ada' } } }],
  fails: [{ selector: '#name', equals: 'Ada' }, { values: { '#name': { value: null } } }],
  undecided: [{ selector: '#name', equals: 'Ada' }, {}],
});
`;

const gatherer = `import { definePageGatherer, each } from './gatherer.ts';

export const fieldValues = definePageGatherer({
  kind: 'value',
  emptyPage: (selectors) => ({ values: each(selectors, { value: null }) }),
  held: (selectors, error) => ({ values: each(selectors, { error }) }),
  inPage: (selectors) => {
    const valueOf = (selector: string) => {
      try {
        const field = document.querySelector(selector);
        return { value: field instanceof HTMLInputElement ? field.value.slice(0, 501) : null };
      } catch {
        return { error: 'invalid selector' };
      }
    };
    return { values: Object.fromEntries(selectors.map((selector) => [selector, valueOf(selector)])) };
  },
});
`;

const root = path.join(import.meta.dirname, '..', '..', '..');

/**
 * A copy of the sources with an operator that there is not, over a kind of fact that there is not: two new files, and
 * each in its list. What is copied is what has to know of a new operator without being touched.
 */
async function withNewOperator(): Promise<string> {
  const copy = await folderOf({});
  for (const part of [
    'harness',
    'site/history/tasks.ts',
    'results/references.json',
    'package.json',
    'tsconfig.json',
  ])
    cpSync(path.join(root, part), path.join(copy, part), {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts'),
    });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  writeFileSync(path.join(copy, 'harness/judge/operators/field-value.ts'), operator);
  writeFileSync(path.join(copy, 'harness/browser/gatherers/field-values.ts'), gatherer);
  enlist(path.join(copy, 'harness/judge/operators/index.ts'), 'fieldValue', './field-value.ts');
  enlist(path.join(copy, 'harness/browser/gatherers/index.ts'), 'fieldValues', './field-values.ts');
  return copy;
}

/** One import, and the name in the list. */
function enlist(index: string, name: string, file: string): void {
  const text = readFileSync(index, 'utf8').replace(/(export const \w+ = \[)/, `$1${name}, `);
  writeFileSync(index, `import { ${name} } from '${file}';\n${text}`);
}

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

if (isLong) {
  test('it is in the published schema of a task and in the table of the documents', async () => {
    const { jsonSchemas } = await load<typeof import('../../publish/docs/schema-files.ts')>(
      'publish/docs/schema-files.ts',
    );
    expect(jsonSchemas(z.any())['task.json']).toContain('"field_value"');
    const { operatorsTable } = await load<typeof import('../../publish/docs/doc-tables.ts')>(
      'publish/docs/doc-tables.ts',
    );
    expect(operatorsTable()).toContain(
      '| `field_value` | `selector`, `equals` (at most 500 characters) | the value of the first matching form field is this string | kept |',
    );
  });
}

test('it has texts for the reader', async () => {
  const { describeContract } =
    await load<typeof import('../../../site/history/tasks.ts')>('../site/history/tasks.ts');
  expect(describeContract(Contract.parse(success))[1]).toEqual({
    name: 'postconditions[1] (field_value match)',
    kind: 'field_value',
    words: '#name holds "Ada"',
    listed: [],
    children: [],
  });
});

if (isLong) {
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
    const { judgeSecondObservation } = await load<typeof import('../judge.ts')>('judge/judge.ts');
    const reloaded = { ...nothingCollected, url: 'https://a.test/' };
    expect(judgeSecondObservation(contract, verdict, reloaded, plainMatch).outcome).toBe('passed');
    const other = { ...saved, values: { ...saved.values, '#other': { value: 'x' } } };
    expect(compactFacts(contract, other, plainMatch)).toEqual(saved);
  });
}

test('the saved facts of a contract without it are what they were, byte for byte', async () => {
  const here = await import('../facts.ts');
  expect(JSON.stringify(nothingCollected)).toBe(JSON.stringify(here.nothingCollected));
  const contract = Contract.parse({ kind: 'url', pattern: 'a' });
  const saved = JSON.stringify(compactFacts(contract, filledIn, plainMatch));
  expect(saved).toBe(JSON.stringify({ ...nothingCollected, url: 'https://a.test/' }));
});

test('the version of the judge stays, and the one line that pins the operator is named', async () => {
  const { judgeFaults } = await load<typeof import('../../testing/judge-pins.ts')>('testing/judge-pins.ts');
  const [fault = '', ...others] = judgeFaults();
  expect(others).toEqual([]);
  expect(fault).toMatch(/^field_value: has no pin; judgeVersion stays \d+: add the line "field_value: '/);
  const [, line = ''] = /add the line "(.*)" to its pins/.exec(fault) ?? [];
  const file = path.join(copy, 'harness/testing/judge-pins.ts');
  const pinned = path.join(copy, 'harness/testing/judge-pins-too.ts');
  writeFileSync(
    pinned,
    readFileSync(file, 'utf8').replace("    contracts: '", `    ${line}\n    contracts: '`),
  );
  const again = await load<typeof import('../../testing/judge-pins.ts')>('testing/judge-pins-too.ts');
  expect(again.judgeFaults()).toEqual([]);
});

test('mutation testing covers it, and a forger uses it', async () => {
  const { mutateFacts, mutationScore } = await load<
    typeof import('../../experiments/audit/mutation/mutation-score.ts')
  >('experiments/audit/mutation/mutation-score.ts');
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

if (isLong) {
  test('the types of all that uses operators and facts follow from the two lists', async () => {
    const include = [
      'judge',
      'browser',
      'experiments/audit',
      'publish/docs',
      'results/verify',
      'testing/arbitrary-contracts.ts',
      'web/mime-types.d.ts',
    ];
    const config = { extends: './tsconfig.json', include: include.map((part) => `harness/${part}`) };
    writeFileSync(path.join(copy, 'tsconfig.new.json'), JSON.stringify(config));
    const tsc = path.join(copy, 'node_modules', '.bin', 'tsc');
    const { stdout } = await execa(tsc, ['--project', 'tsconfig.new.json'], { cwd: copy });
    expect(stdout).toBe('');
  });
}
