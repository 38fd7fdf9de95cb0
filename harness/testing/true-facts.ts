import { expect } from 'vitest';
import { forceClause } from '../experiments/audit/mutation/force-clause.ts';
import { mutationScore } from '../experiments/audit/mutation/mutation-score.ts';
import { Contract } from '../judge/contract.ts';
import { type Facts, nothingCollected } from '../judge/facts.ts';
import { leavesOf } from '../judge/operator-of.ts';
import type { TaskFile } from '../task/read-tasks.ts';
import { plainMatch } from './arbitrary-contracts.ts';

/** A page on which the contract passes, made up from what it wants. */
export function trueFacts(contract: Contract): Facts {
  const classes = leavesOf(contract).flatMap((leaf) =>
    leaf.kind === 'screenshot_class' ? [[leaf.class_id, { '1.png': '00ff00ff12345678' }]] : [],
  );
  const selectors = leavesOf(contract).flatMap((leaf) => (leaf.kind === 'dom_text' ? [leaf.selector] : []));
  const empty = {
    ...nothingCollected,
    texts: Object.fromEntries(selectors.map((selector) => [selector, { found: false as const }])),
    requests: [],
    marks: { contract_enter: 0, last_tool_call: 10 },
    screenshotClasses: Object.fromEntries(classes),
  };
  return forceClause(contract, true, empty, plainMatch);
}

export const score = (raw: unknown, facts?: Partial<Facts>) => {
  const contract = Contract.parse(raw);
  return mutationScore(contract, [{ name: 'true', facts: { ...trueFacts(contract), ...facts } }], plainMatch);
};
export function areKilled(tasks: readonly TaskFile[]): void {
  const scores = tasks.map(({ task }) => ({ id: task.id, ...score(task.success) }));
  const sum = (of: 'killed' | 'total') => scores.reduce((all, each) => all + each[of], 0);
  const survivors = scores.flatMap(({ id, survivors: each }) => each.map((survivor) => `${id}: ${survivor}`));
  expect(sum('total')).toBeGreaterThan(15 * tasks.length);
  expect(sum('killed') / sum('total'), survivors.join('\n')).toBeGreaterThanOrEqual(0.99);
}
