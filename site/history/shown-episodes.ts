import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import type { Status } from '../../harness/results/records/statuses.ts';

/** An episode whose events are kept. `row`: what played it; `template`: its own id where its task is of none. */
export type KeptEpisode = {
  path: string;
  kind: RunKind;
  row: string;
  adapter: string;
  template: string;
  status: Status;
};

/**
 * Which episodes have a page of their own: of each row of an agent or a model each status once a template, all failures of
 * the gate, the written solution once a template, and each status once of every other adapter. At most `limit` of them, in
 * this order. All others are shown by the one page that reads the events of a run.
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

/** The first of each key; none of null. */
function firstOf(
  kept: readonly KeptEpisode[],
  keyOf: (episode: KeptEpisode) => string | null,
): KeptEpisode[] {
  return [...Map.groupBy(kept, keyOf)].flatMap(([key, [first]]) => (key === null || !first ? [] : [first]));
}
