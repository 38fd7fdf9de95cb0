import {
  addressesOf,
  type ClauseAddress,
  childAddresses,
  nameOfClause,
  rootAddress,
} from '../../judge/clause-address.ts';
import type { Contract } from '../../judge/contract.ts';
import { findOperator, isLogical, leafOperator, logicalOperator } from '../../judge/operator-of.ts';
import type { Outcome } from '../../judge/outcome.ts';
import { Evidence } from '../../judge/verdict.ts';
import { clip } from '../../platform/words/format.ts';
import type { Look, SavedEvidence, Story } from './story.ts';

/** The time of an observation: after a step, or the first or second at the end. */
export type TrackColumn = { seq: number | null; at: 'step' | 'first' | 'second'; outcome: Outcome };

/** One clause over all observations. */
export type TrackRow = {
  /** The name of the clause in a verdict. */
  name: string;
  kind: string;
  /** 0 for a postcondition, one more for each clause around it. */
  depth: number;
  /** By column; null if that observation did not include the clause. */
  outcomes: (Outcome | null)[];
  /** Index of the first column in which it held; null if it never did. */
  firstHeld: number | null;
  /** The requirement as its evidence describes it, for contracts that no longer exist. */
  ownWords: string;
  /** The last observation as text; null for a logical clause, or if the current judge cannot read it. */
  observed: string | null;
};

export type ClauseTrack = { columns: TrackColumn[]; rows: TrackRow[] };

/** Every clause below the root, at every observation. */
export function clauseTrack({ steps, first, second }: Story): ClauseTrack {
  const looks: (Look & Pick<TrackColumn, 'seq' | 'at'>)[] = [
    ...steps.flatMap(({ seq, look }) => (look ? [{ ...look, seq, at: 'step' as const }] : [])),
    ...(first ? [{ ...first, seq: null, at: 'first' as const }] : []),
    ...(second ? [{ ...second, seq: null, at: 'second' as const }] : []),
  ];
  const rows = new Map<string, TrackRow & { last: SavedEvidence }>();
  for (const [column, { evidence }] of looks.entries())
    for (const { name, depth, clause } of clausesOf(rootAddress(evidence))) {
      const row = rows.get(name) ?? {
        name,
        kind: clause.kind,
        depth,
        outcomes: looks.map(() => null),
        firstHeld: null,
        ownWords: ownWords(clause),
        observed: null,
        last: clause,
      };
      rows.set(name, row);
      row.outcomes[column] = clause.outcome;
      if (clause.outcome === 'passed') row.firstHeld ??= column;
      row.last = clause;
    }
  return {
    columns: looks.map(({ seq, at, outcome }) => ({ seq, at, outcome })),
    rows: [...rows.values()].map(({ last, ...row }) => ({ ...row, observed: observedOf(last) })),
  };
}

type Addressed = { name: string; depth: number; clause: SavedEvidence };

/** Every clause of the evidence, except a root that only groups its children. */
function clausesOf(address: ClauseAddress<SavedEvidence>, depth = 0): Addressed[] {
  const { clause, name } = address;
  const below = addressesOf(clause.children ?? [], address);
  if (name === null) return below.flatMap((each) => clausesOf(each, depth));
  return [{ name, depth, clause }, ...below.flatMap((each) => clausesOf(each, depth + 1))];
}

const asked = ['host', 'selector', 'urlPattern', 'pattern', 'classId', 'type', 'op', 'wanted'];

function ownWords(clause: SavedEvidence): string {
  const words = asked.flatMap((field) =>
    clause[field] === undefined ? [] : [`${field} ${JSON.stringify(clause[field])}`],
  );
  return clip([clause.kind.replaceAll('_', ' '), words.join(', ')].filter(Boolean).join(': '), 160);
}

function observedOf(saved: SavedEvidence): string | null {
  if (saved.children) return null;
  if (saved.reason !== undefined) return saved.reason;
  const { data } = Evidence.safeParse(saved);
  const operator = findOperator(saved.kind);
  if (!data || 'children' in data || !operator || !('observed' in operator)) return null;
  return operator.observed(data);
}

/** The requirement of each clause of a contract as text, by the clause's name in a verdict. */
export function clauseWords(contract: Contract): ReadonlyMap<string, string> {
  return new Map(addressesIn(rootAddress(contract)).map((at) => [nameOfClause(at), wordsOf(at)]));
}

function addressesIn(address: ClauseAddress): ClauseAddress[] {
  return [address, ...childAddresses(address).flatMap(addressesIn)];
}

function wordsOf(address: ClauseAddress): string {
  const { clause } = address;
  return isLogical(clause)
    ? logicalOperator(clause).wanted(childAddresses(address).length)
    : leafOperator(clause).wanted(clause);
}
