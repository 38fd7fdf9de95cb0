import type { Contract } from './contract.ts';
import type { Need } from './facts.ts';
import { leafOperator, leavesOf } from './operator-of.ts';

/** All facts that the harness must collect, each once; with `reloadable`, only those of the second observation. */
export function needsOf(contract: Contract, { reloadable = false } = {}): Need[] {
  const needs = new Map<string, Need>();
  for (const clause of leavesOf(contract)) {
    const operator = leafOperator(clause);
    if (reloadable && !operator.seenAfterReload) continue;
    for (const need of operator.needs(clause)) needs.set(JSON.stringify(need), need);
  }
  return [...needs.values()];
}

/** The needs' values for one kind of fact. */
export function askedOf(needs: readonly Need[], kind: string): never[] {
  const asked = needs.flatMap((need) => Object.entries(need)).filter(([name]) => name === kind);
  // The value in a need of this kind has the type that its gatherer takes.
  return asked.map(([, value]) => value) as never[];
}
