import type { Case, Simulations } from '../../harness/results/records/simulations.ts';
import { simulatedValue } from '../words/labels.ts';

/** The result of a claim of the method over all of its cases with a bound. */
export type SimulatedBound = {
  claim: string;
  cases: number;
  bound: 'at least' | 'at most';
  unit: 'share' | 'commits';
  /** Value of the case that is closest to its bound, or furthest beyond it, and its required value. */
  value: number;
  wanted: number;
};

/** The worst case of each claim with a bound: the least room between the found and the required value. */
export function simulatedBounds({ cases }: Pick<Simulations, 'cases'>): SimulatedBound[] {
  const bounded = cases.flatMap(({ claim, unit, value, required }) =>
    required ? [{ claim, unit, value, bound: required.bound, wanted: required.value }] : [],
  );
  return [...Map.groupBy(bounded, ({ claim, bound }) => `${claim} ${bound}`).values()].flatMap((those) => {
    const [worst] = those.toSorted((a, b) => roomOf(a) - roomOf(b));
    return worst ? [{ ...worst, cases: those.length }] : [];
  });
}

/** The bounds of the cases of one line, in the order of its columns: a single one if all are equal; null without any. */
export function wantedWords(
  cases: readonly Pick<Case, 'difficulty' | 'unit' | 'required'>[],
  columns: readonly string[],
): string | null {
  const wanted = columns.flatMap((column) =>
    cases.flatMap(({ difficulty, unit, required }) =>
      difficulty === column && required
        ? [{ column, words: `${required.bound} ${simulatedValue({ unit, value: required.value })}` }]
        : [],
    ),
  );
  if (new Set(wanted.map(({ words }) => words)).size <= 1) return wanted[0]?.words ?? null;
  return wanted.map(({ column, words }) => `${column}: ${words}`).join('; ');
}

function roomOf({ value, bound, wanted }: Pick<SimulatedBound, 'value' | 'bound' | 'wanted'>): number {
  return bound === 'at least' ? value - wanted : wanted - value;
}
