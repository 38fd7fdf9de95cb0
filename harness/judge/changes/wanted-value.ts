import type { Match } from '../patterns/match.ts';
import { samplePattern } from '../patterns/pattern-sample.ts';
import { syntaxProblem } from '../patterns/syntax-problem.ts';
import { isEqual, type Json } from './change.ts';
import { pairUp } from './pair-up.ts';

/** What a contract asks of a value, where it does not give the value itself. */
type WantedForm = { pattern: string } | { oneOf: Json[] } | { any: true } | { matches: Json[] };

/** Thrown where a pattern could not be matched, so that whether a value fits cannot be said. */
export class Undecided extends Error {}

/** Whether a found value is what is wanted; `undefined` is a field that is not there. Throws `Undecided`. */
export function fits(wanted: Json, found: Json | undefined, match: Match): boolean {
  const asked = askedIn(wanted);
  if (asked === null) return isEqual(wanted, found);
  if ('any' in asked) return true;
  if (found === undefined) return false;
  if ('oneOf' in asked) return asked.oneOf.some((each) => fits(each, found, match));
  if ('matches' in asked) return fitsEach(asked.matches, found, match);
  if (typeof found !== 'string') return false;
  const result = match(asked.pattern, found);
  if ('reason' in result) throw new Undecided(result.reason);
  return result.matched;
}

/** Each element is wanted once, in any order; an object asks for the fields that it names. */
function fitsEach(wanted: readonly Json[], found: Json, match: Match): boolean {
  if (!Array.isArray(found) || found.length !== wanted.length) return false;
  const paired = pairUp(wanted, found, (each, other) =>
    isPlain(each) && askedIn(each) === null
      ? isPlain(other) && Object.entries(each).every(([field, value]) => fits(value, other[field], match))
      : fits(each, other, match),
  );
  return !paired.includes(null);
}

/** A value that fits; `undefined` where none could be made. */
export function sampleOf(wanted: Json, match: Match): Json | undefined {
  const asked = askedIn(wanted);
  if (asked === null) return wanted;
  if ('any' in asked) return 'any';
  if ('pattern' in asked) return samplePattern(asked.pattern, match) ?? undefined;
  if ('oneOf' in asked) return asked.oneOf[0] === undefined ? undefined : sampleOf(asked.oneOf[0], match);
  const samples = asked.matches.map((each) => sampleOfElement(each, match));
  return samples.includes(undefined) ? undefined : samples.flatMap((sample) => sample ?? []);
}

function sampleOfElement(wanted: Json, match: Match): Json | undefined {
  if (!isPlain(wanted) || askedIn(wanted) !== null) return sampleOf(wanted, match);
  const fields = Object.entries(wanted).map(([field, value]) => [field, sampleOf(value, match)] as const);
  if (fields.some(([, sample]) => sample === undefined)) return undefined;
  return Object.fromEntries(fields.map(([field, sample]) => [field, sample ?? null]));
}

/** Values near to a found one that do not fit. */
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

/** Every pattern in what is wanted. */
export function patternsIn(wanted: Json): string[] {
  const asked = askedIn(wanted);
  if (asked !== null && 'pattern' in asked) return [asked.pattern];
  return wanted !== null && typeof wanted === 'object' ? Object.values(wanted).flatMap(patternsIn) : [];
}

/** Why a value can be wanted by no contract, or null. */
export function problemOf(wanted: Json): string | null {
  if (wanted === null || typeof wanted !== 'object') return null;
  const asked = askedIn(wanted);
  if (asked === null && isPlain(wanted)) {
    const [only, ...others] = Object.keys(wanted);
    if (others.length === 0 && words.some((word) => word === only))
      return 'must be { pattern: text }, { oneOf: [values] }, { any: true }, { matches: [values] } or a value';
  }
  if (asked !== null && 'pattern' in asked) return syntaxProblem(asked.pattern);
  return (
    Object.values(wanted)
      .map(problemOf)
      .find((problem) => problem !== null) ?? null
  );
}

const words = ['pattern', 'oneOf', 'any', 'matches'] as const;

export function askedIn(wanted: Json): WantedForm | null {
  if (!isPlain(wanted) || Object.keys(wanted).length !== 1) return null;
  const { pattern, oneOf, any, matches } = wanted;
  if (typeof pattern === 'string') return { pattern };
  if (any === true) return { any };
  if (Array.isArray(oneOf) && oneOf.length > 0) return { oneOf };
  return Array.isArray(matches) ? { matches } : null;
}

function isPlain(value: Json): value is { [key: string]: Json } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
