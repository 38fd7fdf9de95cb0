import type { Simulations } from '../../harness/results/records/simulations.ts';

/** How a claim of the method fared over all cases of it that had to come true. */
export type SimulatedBound = {
  claim: string;
  cases: number;
  bound: 'at least' | 'at most';
  unit: 'share' | 'commits';
  /** Of the case that came nearest to its bound, or fell furthest from it; and what was wanted of that. */
  value: number;
  wanted: number;
};

/** Of each claim with a bound the worst case: least room between what was found and what was wanted. */
export function simulatedBounds({ cases }: Pick<Simulations, 'cases'>): SimulatedBound[] {
  const bounded = cases.flatMap(({ claim, unit, value, required }) =>
    required ? [{ claim, unit, value, bound: required.bound, wanted: required.value }] : [],
  );
  return [...Map.groupBy(bounded, ({ claim, bound }) => `${claim} ${bound}`).values()].flatMap((those) => {
    const [worst] = those.toSorted((a, b) => roomOf(a) - roomOf(b));
    return worst ? [{ ...worst, cases: those.length }] : [];
  });
}

function roomOf({ value, bound, wanted }: Pick<SimulatedBound, 'value' | 'bound' | 'wanted'>): number {
  return bound === 'at least' ? value - wanted : wanted - value;
}
