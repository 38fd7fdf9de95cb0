import { expect, test } from 'vitest';
import * as z from 'zod';
import { Facts } from '../../judge/facts.ts';
import { Verdict } from '../../judge/verdict.ts';
import type { FreeText } from '../../task/transcripts/redact.ts';
import { Result } from '../records/result.ts';
import { factsText, resultText, trajectoryText, verdictText } from './free-text.ts';
import { Trajectory } from './trajectory.ts';

type Texts = { decide: Set<string>; fixed: Set<string> };

/** Where a schema has texts: those that can be anything, and those that are one of a few. Keys of records are `*`. */
function textsOf(schema: z.core.$ZodType): Texts {
  const texts: Texts = { decide: new Set(), fixed: new Set() };
  const visit = (each: z.core.$ZodType, at: string, above: readonly unknown[]): void => {
    // What contains itself is decided where it first stands.
    if (above.includes(each)) return;
    // Of the parts of a schema, which the library types one by one.
    const { def } = (each as z.core.$ZodTypes)._zod;
    if (def.type === 'string') {
      const isPlain = (def.checks ?? []).length === 0 && !('format' in def);
      (isPlain ? texts.decide : texts.fixed).add(at);
    } else if (def.type === 'enum' || def.type === 'literal') texts.fixed.add(at);
    else
      for (const [name, child] of partsOf(def, at))
        visit(child, [at, name].filter(Boolean).join('.'), [...above, each]);
  };
  visit(schema, '', []);
  return texts;
}

function partsOf(def: z.core.$ZodTypes['_zod']['def'], at: string): [string, z.core.$ZodType][] {
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape);
    case 'array':
      return [['*', def.element]];
    case 'tuple':
      return def.items.map((item) => ['*', item]);
    case 'record':
      return [['*', def.valueType]];
    case 'union':
      return def.options.map((option) => ['', option]);
    case 'lazy':
      return [['', def.getter()]];
    case 'optional':
    case 'nullable':
    case 'default':
      return [['', def.innerType]];
    case 'number':
    case 'boolean':
    case 'null':
      return [];
    default:
      throw new Error(`${at}: what is free of a ${def.type}?`);
  }
}

function decided(where: FreeText, path: string): 'free' | 'kept' | undefined {
  let at: FreeText | undefined = where;
  for (const name of path === '' ? [] : path.split('.')) {
    if (at === 'free' || at === 'kept' || at === undefined) break;
    at = Object.hasOwn(at, name) ? at[name] : at['*'];
  }
  return at === 'free' || at === 'kept' ? at : undefined;
}

/** Every path that the table decides. */
function pathsOf(where: FreeText, at = '', above: readonly FreeText[] = []): string[] {
  if (where === 'free' || where === 'kept') return [at];
  if (above.includes(where)) return [];
  return Object.entries(where).flatMap(([name, below]) =>
    pathsOf(below, at ? `${at}.${name}` : name, [...above, where]),
  );
}

const records: [name: string, schema: z.core.$ZodType, table: FreeText][] = [
  ['a result', Result, resultText],
  ['a trajectory', Trajectory, trajectoryText],
  ['facts', Facts, factsText],
  ['a verdict', Verdict, verdictText],
];

test.each(records)('of every text of %s is decided whether it is free', (_, schema, table) => {
  const { decide } = textsOf(schema);
  expect(decide.size).toBeGreaterThan(5);
  expect([...decide].filter((path) => decided(table, path) === undefined)).toEqual([]);
});

test.each(records)('no text of %s that is one of a few is free', (_, schema, table) => {
  const { decide, fixed } = textsOf(schema);
  expect([...fixed].filter((path) => !decide.has(path) && decided(table, path) === 'free')).toEqual([]);
});

test.each(records)('nothing is decided that %s does not have', (_, schema, table) => {
  const { decide } = textsOf(schema);
  const known = (path: string) => [...decide].some((each) => each === path || each.startsWith(`${path}.`));
  expect(pathsOf(table).filter((path) => !known(path))).toEqual([]);
});

test('a text that nobody decided is found, however deep it lies', () => {
  const grown = z.strictObject({
    error: z.string(),
    deep: z.array(z.record(z.string(), z.string().nullable())),
  });
  const { decide } = textsOf(grown);
  expect([...decide].filter((path) => decided(resultText, path) === undefined)).toEqual(['deep.*.*']);
});
