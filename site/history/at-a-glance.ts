import type { RunKind } from '../../harness/results/records/run-identity.ts';
import { isOfAgent } from '../../harness/results/records/run-kind.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';

export type GlanceRow = StandingGroup['rows'][number];

/** Where one suite stands; null is what nobody has played. */
export type Glance = {
  suite: string;
  /** The best of the agents on the sealed web. */
  agent: GlanceRow | null;
  /** The written solution where it passed most. */
  ceiling: GlanceRow | null;
  /** The best of the simple rules, and how many there are. */
  floor: { best: GlanceRow; rules: number } | null;
  /** What does nothing. */
  nothing: GlanceRow | null;
  gate: { rows: GlanceRow[]; green: number; newest: GlanceRow } | null;
};

/**
 * Of each suite that anybody has played, in the order of `suites`. Ceiling and floors are of one asking, that with most episodes, so
 * that one may be set beside the other.
 */
export function atAGlance(standings: readonly StandingGroup[], suites: readonly string[]): Glance[] {
  const current = standings.filter(
    ({ superseded, custom, web }) => !superseded && !custom && web === 'hermetic',
  );
  return suites.flatMap((suite) => {
    const groups = current.filter((group) => group.suite === suite);
    return groups.length === 0 ? [] : [glanceOf(suite, groups)];
  });
}

function glanceOf(suite: string, groups: readonly StandingGroup[]): Glance {
  const frames = Map.groupBy(
    groups.filter(({ kind }) => frameKinds.includes(kind)),
    ({ askedKey }) => askedKey,
  );
  const [asked = []] = [...frames.values()].sort((a, b) => episodesOf(b) - episodesOf(a));
  const ofKind = (kind: RunKind) => rowsOf(asked.filter((group) => group.kind === kind));
  const [rules, gate] = [ofKind('baseline'), rowsOf(groups.filter(({ kind }) => kind === 'replay'))];
  const [floor, newest] = [bestOf(rules), newestOf(gate)];
  return {
    suite,
    agent: bestOf(rowsOf(groups.filter(({ kind }) => isOfAgent(kind)))),
    ceiling: bestOf(ofKind('oracle')),
    floor: floor && { best: floor, rules: new Set(rules.map(({ adapter }) => adapter)).size },
    nothing: bestOf(ofKind('control').filter(({ adapter }) => adapter === 'noop')),
    gate: newest && { rows: gate, green: gate.filter(isGreen).length, newest },
  };
}

const frameKinds: readonly RunKind[] = ['oracle', 'baseline', 'control'];

function isGreen({ score }: GlanceRow): boolean {
  return score.passed === score.total;
}

function rowsOf(groups: readonly StandingGroup[]): GlanceRow[] {
  return groups.flatMap(({ rows }) => rows);
}

function episodesOf(groups: readonly StandingGroup[]): number {
  return Math.max(...rowsOf(groups).map(({ score }) => score.total));
}

/** The first of those that passed as much. */
function bestOf(rows: readonly GlanceRow[]): GlanceRow | null {
  return rows.toSorted((a, b) => b.score.rate - a.score.rate)[0] ?? null;
}

function newestOf(rows: readonly GlanceRow[]): GlanceRow | null {
  return rows.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))[0] ?? null;
}
