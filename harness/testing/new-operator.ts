import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderOf } from './folder-of.ts';

const root = path.join(import.meta.dirname, '..', '..');

/**
 * A copy of the sources with an operator that there is not, over a kind of fact that there is not: two new files, and
 * each in its list. What is copied is what has to know of a new operator without being touched.
 */
export async function withNewOperator(): Promise<string> {
  const copy = await folderOf({});
  for (const part of [
    'harness',
    'site/words/describe-contract.ts',
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

const operator = `import * as z from 'zod';
import { words } from '../clause-fields.ts';
import { clip, quote } from '../../platform/words/clip.ts';
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
