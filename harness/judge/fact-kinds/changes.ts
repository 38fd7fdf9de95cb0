import * as z from 'zod';
import { clip } from '../../platform/words/format.ts';
import { Change } from '../changes/change.ts';
import { compareChanges } from '../changes/compare-changes.ts';
import { differing, fieldsOf, Undecided, type WantedChange } from '../changes/wanted-change.ts';
import { notCollected, type Reading } from '../page-state.ts';
import type { Match } from '../patterns/match.ts';
import { defineFactKind, ownFact } from './fact-kind.ts';

const HostChanges = z.union([
  z.strictObject({
    changes: z.array(Change),
    /** Number of changes left out because the listed changes decide. */
    leftOut: z.int().nonnegative(),
  }),
  z.strictObject({ error: z.string() }),
]);
const ElsewhereChange = Change.pick({ table: true, key: true, op: true }).extend({ host: z.string() });
export type ElsewhereChange = z.infer<typeof ElsewhereChange>;

export type Changes = {
  changes?: Record<string, z.infer<typeof HostChanges>> | undefined;
  elsewhere?: ElsewhereChange[] | undefined;
};

type Clause = { host: string; changes: readonly WantedChange[]; ignore: readonly string[] };

const maxListed = 20;

/** Changes of the hosts' state since the episode began, as reported by the hosts themselves. */
export const changes = defineFactKind({
  name: 'changes',
  asked: 'each',
  shape: {
    /** Keyed by the hosts that the contract names. */
    changes: z.record(z.string(), HostChanges).optional(),
    /** The first changes on other hosts. */
    elsewhere: z.array(ElsewhereChange).optional(),
  },
  nothing: {},
  compact: (
    { changes, elsewhere },
    clauses: readonly Clause[],
    { allowance: { only, wholeText }, match },
  ) => {
    if (clauses.length === 0 || changes === undefined) return {};
    const hosts = new Set(clauses.map(({ host }) => host));
    const kept = Object.entries(changes)
      .filter(([host]) => hosts.has(host))
      .map(([host, found]) => {
        if ('error' in found) return [host, { error: clip(found.error, 240) }];
        const own = clauses.filter((clause) => clause.host === host);
        const isFew = only === 'what-decides';
        const { wanted, kept } = listedOf(own, found.changes, { match, max: isFew ? 1 : maxListed });
        const listed = found.changes.filter((change) => kept.has(change));
        const sized = (change: Change) => {
          if (isFew && !wanted.has(change)) return { ...change, before: null, after: null };
          return wholeText < 4096 ? cut(change, own) : change;
        };
        const leftOut = found.leftOut + found.changes.length - listed.length;
        return [host, { changes: listed.map(sized), leftOut }];
      });
    return {
      changes: Object.fromEntries(kept),
      ...(elsewhere === undefined
        ? {}
        : { elsewhere: elsewhere.slice(0, only === 'what-decides' ? 1 : maxListed) }),
    };
  },
});

/** Changes that some clause wants, and the first unwanted change; more changes do not alter the outcome. */
function listedOf(
  clauses: readonly Clause[],
  found: readonly Change[],
  { match, max }: { match: Match; max: number },
): { wanted: Set<Change>; kept: Set<Change> } {
  const wanted = new Set<Change>();
  const kept = new Set<Change>();
  for (const clause of clauses) {
    try {
      const { pairs, unexpected } = compareChanges(clause.changes, found, { ignore: clause.ignore, match });
      for (const { change } of pairs) if (change !== null) wanted.add(change);
      for (const change of unexpected.slice(0, max)) kept.add(change);
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      const all = new Set(found);
      return { wanted: all, kept: all };
    }
  }
  return { wanted, kept: new Set([...wanted, ...kept]) };
}

/** Keeps only the fields that a clause asks for. A changed row also keeps the fields that differ. */
function cut(change: Change, clauses: readonly Clause[]): Change {
  const { before, after, table } = change;
  const asked = clauses.flatMap((clause) => clause.changes.filter((wanted) => wanted.table === table));
  const fields = new Set(asked.flatMap((wanted) => Object.keys(fieldsOf(wanted))));
  if (before !== null && after !== null) for (const field of differing(before, after)) fields.add(field);
  const cutRow = (row: Change['after']) =>
    row && Object.fromEntries(Object.entries(row).filter(([field]) => fields.has(field)));
  return { ...change, before: cutRow(before), after: cutRow(after) };
}

/** The site reports its state, not the page: an unreadable page does not make it inconclusive. */
export function readChanges(facts: Changes, host: string): Reading<readonly Change[]> {
  const found = ownFact(facts.changes ?? {}, host);
  if (found === undefined) return notCollected(`state of ${host}`);
  return 'error' in found ? { reason: found.error } : { value: found.changes };
}

export function readElsewhere({ elsewhere }: Changes): Reading<ElsewhereChange[]> {
  return elsewhere === undefined ? notCollected('state of other hosts') : { value: elsewhere };
}
