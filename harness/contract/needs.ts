import type { Contract } from './contract.ts';
import type { Need } from './facts.ts';
import { leafOperator, leavesOf } from './operator-of.ts';

/** All that the harness must collect, each thing once; with `reloadable` only what the second look judges. */
export function needsOf(contract: Contract, { reloadable = false } = {}): Need[] {
  const needs = new Map<string, Need>();
  for (const clause of leavesOf(contract)) {
    const operator = leafOperator(clause);
    if (reloadable && !operator.seenAfterReload) continue;
    for (const need of operator.needs(clause)) needs.set(JSON.stringify(need), need);
  }
  return [...needs.values()];
}
