import * as z from 'zod';
import { isSameText } from '../answers/tidy.ts';
import { longestInput, type Match } from '../patterns/match.ts';
import { samplePattern } from '../patterns/near-miss.ts';
import { syntaxProblem } from '../patterns/selector-problem.ts';
import { type Change, isEqual, type Json, Op, type Row } from './change.ts';

const Value = z.json().superRefine((value, context) => {
  const problem = problemOf(value);
  if (problem !== null) context.addIssue({ code: 'custom', message: problem });
});
const Fields = z.record(z.string().min(1), Value);
const maxChanges = 32;

/** A change that a contract lists: one of `added`, `removed`, `changed`, with the wanted fields. */
export const WantedChange = z
  .strictObject({
    table: z.string('must be a string').min(1, 'must not be empty'),
    /** The row's id; absent if any row will do. */
    key: z.string('must be a string').min(1, 'must not be empty').optional(),
    added: Fields.optional(),
    removed: Fields.optional(),
    changed: Fields.optional(),
  })
  .superRefine((change, context) => {
    const ops = Op.options.filter((op) => change[op] !== undefined);
    if (ops.length === 1) return;
    context.addIssue({ code: 'custom', message: `must have one of ${Op.options.join(', ')}` });
  });
export type WantedChange = z.infer<typeof WantedChange>;

export const WantedChanges = z
  .array(WantedChange, 'must be an array of changes')
  .max(maxChanges, `must list at most ${maxChanges} changes`);

export function opOf(wanted: WantedChange): Op {
  return Op.options.find((op) => wanted[op] !== undefined) ?? 'changed';
}

export function fieldsOf(wanted: WantedChange): Record<string, Json> {
  return wanted.added ?? wanted.removed ?? wanted.changed ?? {};
}

/**
 * In a changed row, every field that differs must be among the wanted fields. In an added or removed row, the other
 * fields may hold anything.
 */
export function isWanted(wanted: WantedChange, change: Change, match: Match): boolean {
  const { table, key, op, before, after } = change;
  if (wanted.table !== table || opOf(wanted) !== op) return false;
  if (wanted.key !== undefined && wanted.key !== key) return false;
  const row = op === 'removed' ? before : after;
  if (row === null || (op === 'changed' && before === null)) return false;
  const fields = fieldsOf(wanted);
  if (op === 'changed' && !differing(before ?? {}, row).every((field) => Object.hasOwn(fields, field)))
    return false;
  return Object.entries(fields).every(([field, value]) => fits(value, own(row, field), match));
}

export function differing(before: Row, after: Row): string[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...fields].filter((field) => !isEqual(own(before, field), own(after, field)));
}

function own(row: Row, field: string): Json | undefined {
  return Object.hasOwn(row, field) ? row[field] : undefined;
}

export function patternsOf(changes: readonly WantedChange[]): string[] {
  return changes.flatMap((each) => Object.values(fieldsOf(each)).flatMap(patternsIn));
}

/** `orders B-104 changed {"onHand":3}` */
export function nameOfWanted(wanted: WantedChange): string {
  const key = wanted.key === undefined ? '' : ` ${wanted.key}`;
  return `${wanted.table}${key} ${opOf(wanted)} ${JSON.stringify(fieldsOf(wanted))}`;
}

/** A wanted value that is given by a rule and not literally. */
type WantedForm =
  | { text: string }
  | { pattern: string }
  | { oneOf: Json[] }
  | { any: true }
  | { matches: Json[] };

/** Thrown if a pattern could not be matched, so that the comparison is undecided. */
export class Undecided extends Error {}

/** Whether a found value satisfies the wanted value; `undefined` is an absent field. Throws `Undecided`. */
export function fits(wanted: Json, found: Json | undefined, match: Match): boolean {
  const asked = askedIn(wanted);
  if (asked === null) return isEqualIn(wanted, found, match);
  if ('any' in asked) return true;
  if (found === undefined) return false;
  if ('oneOf' in asked) return asked.oneOf.some((each) => fits(each, found, match));
  if ('matches' in asked) return fitsEach(asked.matches, found, match);
  if (typeof found !== 'string') return false;
  if ('text' in asked) return isSameText(asked.text, found);
  // The agent wrote this text: were it undecided, the agent's mistake would count as the harness's.
  if (found.length > longestInput) return false;
  const result = match(asked.pattern, found);
  if ('reason' in result) throw new Undecided(result.reason);
  return result.matched;
}

/** Compares values whose parts may be wanted forms; objects must have the same fields. */
function isEqualIn(wanted: Json, found: Json | undefined, match: Match): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((each, at) => fits(each, found[at], match))
    );
  if (!isPlain(wanted)) return wanted === found;
  if (found === undefined || !isPlain(found)) return false;
  const fields = Object.entries(wanted);
  return (
    Object.keys(found).length === fields.length &&
    fields.every(([field, value]) => Object.hasOwn(found, field) && fits(value, found[field], match))
  );
}

/** Each wanted element must occur once, in any order; a wanted object lists only the fields to compare. */
function fitsEach(wanted: readonly Json[], found: Json, match: Match): boolean {
  if (!Array.isArray(found) || found.length !== wanted.length) return false;
  const paired = pairUp(wanted, found, (each, other) =>
    isPlain(each) && askedIn(each) === null
      ? isPlain(other) && Object.entries(each).every(([field, value]) => fits(value, other[field], match))
      : fits(each, other, match),
  );
  return !paired.includes(null);
}

/** A value that satisfies the wanted value; `undefined` if none could be constructed. */
export function sampleOf(wanted: Json, match: Match): Json | undefined {
  const asked = askedIn(wanted);
  if (asked === null) return sampleOfParts(wanted, match);
  if ('any' in asked) return 'any';
  if ('text' in asked) return asked.text;
  if ('pattern' in asked) return samplePattern(asked.pattern, match) ?? undefined;
  if ('oneOf' in asked) return asked.oneOf[0] === undefined ? undefined : sampleOf(asked.oneOf[0], match);
  return sampleOfParts(asked.matches, match);
}

function sampleOfParts(wanted: Json, match: Match): Json | undefined {
  if (Array.isArray(wanted)) {
    const samples = wanted.map((each) => sampleOf(each, match));
    return samples.includes(undefined) ? undefined : samples.map((sample) => sample ?? null);
  }
  if (!isPlain(wanted)) return wanted;
  const fields = Object.entries(wanted).map(([field, value]) => [field, sampleOf(value, match)] as const);
  if (fields.some(([, sample]) => sample === undefined)) return undefined;
  return Object.fromEntries(fields.map(([field, sample]) => [field, sample ?? null]));
}

/** Values close to a found value that do not satisfy the wanted value. */
export function missesOf(wanted: Json, found: Json, match: Match): Json[] {
  return near(found).filter((each) => !fits(wanted, each, match));
}

function near(value: Json): Json[] {
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (typeof value === 'string') return [`${value}x`, value.slice(0, -1), `x${value}`];
  if (Array.isArray(value)) return [[...value, 'one more'], value.slice(1)];
  return value === null ? ['something'] : [null];
}

/** Every pattern inside a wanted value. */
function patternsIn(wanted: Json): string[] {
  const asked = askedIn(wanted);
  if (asked !== null && 'pattern' in asked) return [asked.pattern];
  return wanted !== null && typeof wanted === 'object' ? Object.values(wanted).flatMap(patternsIn) : [];
}

/** Why a contract cannot have this wanted value; null for a valid value. */
function problemOf(wanted: Json): string | null {
  if (wanted === null || typeof wanted !== 'object') return null;
  const asked = askedIn(wanted);
  if (asked === null && isPlain(wanted)) {
    const [only, ...others] = Object.keys(wanted);
    if (others.length === 0 && words.some((word) => word === only))
      return 'must be { text: text }, { pattern: text }, { oneOf: [values] }, { any: true }, { matches: [values] } or a value';
  }
  if (asked !== null && 'pattern' in asked) return syntaxProblem(asked.pattern);
  return (
    Object.values(wanted)
      .map(problemOf)
      .find((problem) => problem !== null) ?? null
  );
}

const words = ['text', 'pattern', 'oneOf', 'any', 'matches'] as const;

export function askedIn(wanted: Json): WantedForm | null {
  if (!isPlain(wanted) || Object.keys(wanted).length !== 1) return null;
  const { text, pattern, oneOf, any, matches } = wanted;
  if (typeof text === 'string') return { text };
  if (typeof pattern === 'string') return { pattern };
  if (any === true) return { any };
  if (Array.isArray(oneOf) && oneOf.length > 0) return { oneOf };
  return Array.isArray(matches) ? { matches } : null;
}

function isPlain(value: Json): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/**
 * Pairs as many wanted elements as possible with a found element of their own (augmenting paths, Kuhn 1955). Returns for
 * each wanted element the index of its found element, or null.
 */
export function pairUp<W, F>(
  wanted: readonly W[],
  found: readonly F[],
  fits: (wanted: W, found: F) => boolean,
): (number | null)[] {
  const candidates = wanted.map((each) =>
    found.flatMap((other, index) => (fits(each, other) ? [index] : [])),
  );
  const takenBy = new Map<number, number>();
  const give = (at: number, tried: Set<number>): boolean => {
    for (const index of candidates[at] ?? []) {
      if (tried.has(index)) continue;
      tried.add(index);
      const holder = takenBy.get(index);
      if (holder !== undefined && !give(holder, tried)) continue;
      takenBy.set(index, at);
      return true;
    }
    return false;
  };
  for (const at of wanted.keys()) give(at, new Set());
  const own = new Map([...takenBy].map(([index, at]) => [at, index]));
  return wanted.map((_, at) => own.get(at) ?? null);
}
