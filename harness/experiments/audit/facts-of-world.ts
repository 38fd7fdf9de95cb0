import type { Contract } from '../../judge/contract.ts';
import { type Facts, nothingCollected } from '../../judge/facts.ts';
import { leavesOf } from '../../judge/operator-of.ts';
import type { InstanceWorld } from '../../task/templates/open-world.ts';

/** What would be collected of this world for a contract: changes and answer. Requests are not. */
export function factsOfWorld(contract: Contract, world: InstanceWorld, answer: string | undefined): Facts {
  const named = leavesOf(contract).flatMap((clause) => (clause.kind === 'state' ? [clause.host] : []));
  const all = Object.entries(world.changes());
  return {
    ...nothingCollected,
    changes: Object.fromEntries(
      all.filter(([host]) => named.includes(host)).map(([host, changes]) => [host, { changes, leftOut: 0 }]),
    ),
    elsewhere: all
      .filter(([host]) => !named.includes(host))
      .flatMap(([host, changes]) => changes.map(({ table, key, op }) => ({ host, table, key, op }))),
    answer: { text: answer ?? null },
  };
}
