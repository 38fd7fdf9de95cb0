import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import type { Status } from '../../harness/results/records/statuses.ts';

/** An episode with stored events. `row`: its player; `template`: the template of its task, else the task's own id. */
export type KeptEpisode = {
  path: string;
  kind: RunKind;
  row: string;
  adapter: string;
  template: string;
  status: Status;
};

/**
 * The episodes with their own page, in this order and at most `limit`: each status once per template for each row of an agent
 * or model; all failures of the gate; the reference solution once per template; each status once for every other adapter. The
 * page that reads the events of a run shows all others.
 */
export function shownEpisodes(kept: readonly KeptEpisode[], limit: number): ReadonlySet<string> {
  const ranked = [
    kept.filter(({ kind, status }) => kind === 'replay' && status !== 'passed'),
    firstOf(kept, ({ kind, row, template, status }) =>
      isOfAgent(kind) ? `${row} ${template} ${status}` : null,
    ),
    firstOf(kept, ({ kind, template }) => (kind === 'oracle' ? template : null)),
    firstOf(kept, ({ kind, adapter, status }) =>
      isOfAgent(kind) || kind === 'oracle' ? null : `${kind} ${adapter} ${status}`,
    ),
  ];
  return new Set([...new Set(ranked.flat().map(({ path }) => path))].slice(0, Math.max(0, limit)));
}

/** The first episode of each key; episodes with a null key are skipped. */
function firstOf(
  kept: readonly KeptEpisode[],
  keyOf: (episode: KeptEpisode) => string | null,
): KeptEpisode[] {
  return [...Map.groupBy(kept, keyOf)].flatMap(([key, [first]]) => (key === null || !first ? [] : [first]));
}
