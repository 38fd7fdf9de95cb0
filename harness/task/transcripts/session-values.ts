import * as z from 'zod';
import { ownOf } from '../../platform/words/known-names.ts';
import { escaped, type PageElement } from '../walkthroughs/page-element.ts';

type Json = z.core.util.JSONType;

/** A value that is random per session, by reference to the answer of an earlier call (0 is the opening call). */
export const Reference = z.strictObject({ $answer: z.int().nonnegative(), find: z.string() });
export type Reference = z.infer<typeof Reference>;

/** Fills references from the answers seen so far. Returns what could not be bound instead of guessing. */
export function fillSessionValues(
  args: Record<string, Json>,
  answers: readonly string[],
): { args: Record<string, unknown> } | { unbound: string; answer: string } {
  const unbound: { reference: Reference; answer: string }[] = [];
  const fill = (value: Json): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== 'object') return value;
    if (isReference(value)) {
      const answer = answers[value.$answer] ?? '';
      const found = firstGroup(value.find, answer);
      if (found === undefined) unbound.push({ reference: value, answer });
      return found;
    }
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, fill(child)]));
  };
  const filled = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, fill(value)]));
  const [first] = unbound;
  if (!first) return { args: filled };
  return {
    unbound: `${first.reference.find} in the answer of call ${first.reference.$answer}`,
    answer: first.answer.slice(0, 200),
  };
}

/**
 * The reverse, for recording: each argument that a server's data marks as random per session (`patterns`, by argument
 * name) becomes a reference to the newest answer that contains its value. A value in no answer stays unchanged, and its
 * replay fails visibly.
 */
export function bindSessionValues(
  args: Record<string, Json>,
  patterns: Readonly<Record<string, string>>,
  answers: readonly string[],
): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const find = ownOf(patterns, name);
      if (find === undefined || typeof value !== 'string') return [name, value];
      const $answer = answers.findLastIndex((answer) => firstGroup(find, answer) === value);
      return [name, $answer < 0 ? value : { $answer, find }];
    }),
  );
}

function isReference(value: object): value is Reference {
  return (
    '$answer' in value &&
    typeof value.$answer === 'number' &&
    'find' in value &&
    typeof value.find === 'string'
  );
}

function firstGroup(pattern: string, text: string): string | undefined {
  try {
    return new RegExp(pattern).exec(text)?.[1];
  } catch {
    return undefined;
  }
}

/**
 * The answer of an agent, for recording: a reference to the newest server answer that contains it, found by the text
 * before it in the line. So a replay detects a server with another answer. A text in no server answer stays unchanged.
 */
export function bindAnswer(said: string, answers: readonly string[]): string | Reference {
  const $answer = said === '' ? -1 : answers.findLastIndex((answer) => answer.includes(said));
  if ($answer < 0) return said;
  const text = answers[$answer] ?? '';
  const at = text.indexOf(said);
  const [before = ''] = /[^\n]*$/.exec(text.slice(Math.max(0, at - longestContext), at)) ?? [];
  return { $answer, find: `${escaped(before)}(${escaped(said)})` };
}

/** In characters. */
const longestContext = 40;

/**
 * A regular expression whose group finds the ref of this element in the answer that lists these elements; null if the
 * answer lacks the ref.
 */
export function patternOf({ find, ref }: PageElement, elements: readonly PageElement[]): string | null {
  if (find === null) return null;
  const same = ({ find: other }: PageElement) => other?.before === find.before && other.after === find.after;
  const before = elements.filter(same).findIndex((each) => each.ref === ref);
  const skipped = `(?:${find.before}${find.ref}${find.after}[\\s\\S]*?){${before}}`;
  return `${before > 0 ? skipped : ''}${find.before}(${find.ref})${find.after}`;
}

/**
 * For recording: each argument that is the ref of an element becomes a reference to the newest answer that lists it,
 * found by the element's role and name. Refs are numbers in page order, so on a slightly different page they belong to
 * other elements.
 */
export function bindRefs<Args extends Record<string, Json>>(
  args: Args,
  { elements }: { elements(answer: string): PageElement[] },
  answers: readonly string[],
): Record<string, Json> {
  const bind = (value: Json): Json => {
    if (typeof value === 'string') return referenceTo(value) ?? value;
    if (Array.isArray(value)) return value.map(bind);
    if (typeof value !== 'object' || value === null || isReference(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, bind(each)]));
  };
  const referenceTo = (ref: string): Reference | null => {
    if (!/^[\w-]{1,40}$/.test(ref)) return null;
    for (let answer = answers.length - 1; answer >= 0; answer--) {
      const text = answers[answer] ?? '';
      const listed = text.includes(ref) ? elements(text) : [];
      const element = listed.find((each) => each.ref === ref);
      const find = element && patternOf(element, listed);
      if (find) return { $answer: answer, find };
    }
    return null;
  };
  return bind(args) as Record<string, Json>;
}
