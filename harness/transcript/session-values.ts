import type * as z from 'zod';

type Json = z.core.util.JSONType;

/** A value that is random per session, by reference to the answer of an earlier call (0 is the opening call). */
type Reference = { $answer: number; find: string };

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
