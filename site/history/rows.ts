import { frameName } from '../../harness/publish/board/format.ts';
import type { LimitedRun } from '../../harness/publish/board/read-site-history.ts';
import { type Measure, measures } from '../../harness/results/measures/index.ts';
import { ownId } from '../../harness/results/records/custom-id.ts';
import type { Result } from '../../harness/results/records/result.ts';
import { type Contender, isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import { frontierOf } from '../charts/frontier.ts';

export type StandingRow = StandingGroup['rows'][number];

/** The state of one suite; null for parts without a run. */
export type Glance = {
  suite: string;
  /** The best agent on the hermetic web, within the asking that `wholeAsking` names. */
  agent: StandingRow | null;
  /** The reference solution on the server where it passed most. */
  ceiling: StandingRow | null;
  /** The best simple rules, and their number. */
  floor: { best: StandingRow; rules: number } | null;
  /** The control that does nothing. */
  nothing: StandingRow | null;
  gate: { rows: StandingRow[]; green: number; newest: StandingRow } | null;
};

/**
 * The state of each suite with a run, in the order of `suites`. Ceiling and floors come from one asking, the one with the most
 * episodes, so that they are comparable.
 */
export function atAGlance(
  standings: readonly StandingGroup[],
  suites: readonly string[],
  seedsOf: SeedsOf = () => undefined,
): Glance[] {
  const current = standings.filter(
    ({ superseded, custom, web }) => !superseded && !custom && web === 'hermetic',
  );
  return suites.flatMap((suite) => {
    const groups = current.filter((group) => group.suite === suite);
    return groups.length === 0 ? [] : [glanceOf(suite, groups, seedsOf)];
  });
}

/** The seeds of a suite; undefined if it has none or was removed. */
export type SeedsOf = (suite: string) => readonly number[] | undefined;

/**
 * The groups of agents and models of one suite whose first row may be called the best. All seeds were played, and trials and
 * limits are those that most rows have: a submitter chooses them, and a single seed may be a lucky one.
 */
export function wholeAsking(groups: readonly StandingGroup[], seedsOf: SeedsOf): StandingGroup[] {
  const namesOf = (seeds: readonly number[] | null | undefined) => [...(seeds ?? [])].sort().join(' ');
  const whole = groups.filter(({ kind, suite, worldSeeds }) => {
    const asked = seedsOf(suite);
    return isOfAgent(kind) && (asked === undefined || namesOf(asked) === namesOf(worldSeeds));
  });
  const askings = [...Map.groupBy(whole, ({ askedKey }) => askedKey).values()];
  return askings.sort((a, b) => rowsOf(b).length - rowsOf(a).length)[0] ?? [];
}

function glanceOf(suite: string, groups: readonly StandingGroup[], seedsOf: SeedsOf): Glance {
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
    agent: bestOf(rowsOf(wholeAsking(groups, seedsOf))),
    ceiling: bestOf(ofKind('oracle')),
    floor: floor && { best: floor, rules: new Set(rules.map(({ adapter }) => adapter)).size },
    nothing: bestOf(ofKind('control').filter(({ adapter }) => adapter === 'noop')),
    gate: newest && { rows: gate, green: gate.filter(isGreen).length, newest },
  };
}

const frameKinds: readonly RunKind[] = ['oracle', 'baseline', 'control'];

function isGreen({ score }: StandingRow): boolean {
  return score.passed === score.total;
}

function rowsOf(groups: readonly StandingGroup[]): StandingRow[] {
  return groups.flatMap(({ rows }) => rows);
}

function episodesOf(groups: readonly StandingGroup[]): number {
  return Math.max(...rowsOf(groups).map(({ score }) => score.total));
}

/** The first of the rows with the highest score. */
function bestOf(rows: readonly StandingRow[]): StandingRow | null {
  return rows.toSorted((a, b) => b.score.rate - a.score.rate)[0] ?? null;
}

function newestOf(rows: readonly StandingRow[]): StandingRow | null {
  return rows.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))[0] ?? null;
}

/**
 * The columns of a table of these rows: the measures with a value that is comparable in at least one row. A time that was
 * measured next to other work is not comparable.
 */
export function shownMeasures(rows: readonly StandingRow[]): Measure[] {
  return measures.filter(
    ({ expectedOf, reading, leftOutOf, comparable }) =>
      !leftOutOf.includes('leaderboard') &&
      rows.some(comparable) &&
      (expectedOf === null || rows.some((row) => reading(row).value !== null)),
  );
}

/** Rows with the marks that their table must show: other work on a machine matters only for times. */
export function markedRows<Row extends StandingRow>(rows: readonly Row[]): Row[] {
  const hasTimes = shownMeasures(rows).some(({ id }) => id === 'durationMs');
  return hasTimes ? [...rows] : rows.map((row) => ({ ...row, busy: [] }));
}

/**
 * Runs of the asking of one of these groups without the tasks that they left out, unless a whole run came later. Reference
 * solutions stand beside simple rules too, because a suite with an unsolved task has no whole run of them.
 */
export function limitedBeside(
  groups: readonly StandingGroup[],
  limited: readonly LimitedRun[],
): LimitedRun[] {
  const askedOf = (run: Pick<LimitedRun, 'suite' | 'web' | 'trials' | 'worldSeeds' | 'judge' | 'edition'>) =>
    [run.suite, run.web, run.trials, run.worldSeeds?.join(), run.judge, run.edition].join(' ');
  return limited.filter((run) => {
    const beside = groups.filter(
      ({ kind, rows: [first], ...group }) =>
        (kind === run.kind || (kind === 'baseline' && run.kind === 'oracle')) &&
        first !== undefined &&
        askedOf({ ...group, edition: first.edition }) === askedOf(run),
    );
    const rows = beside.flatMap((group) => group.rows);
    return (
      beside.length > 0 &&
      !rows.some(
        ({ adapter, server, startedAt }) =>
          adapter === run.adapter && server.id === run.server.id && startedAt > run.startedAt,
      )
    );
  });
}

type Named = Pick<Contender, 'adapter' | 'agent' | 'model' | 'server'>;

/** Rows whose server, agent, adapter or model has one of these ids come first, in the order of the ids; the others keep their order. */
export function shownFirst<Row extends Named>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const placeOf = ({ adapter, agent, model, server }: Row): number => {
    const names = [server.id, ownId(server.id), agent.id, adapter, model];
    const place = ids.findIndex((id) => names.includes(id));
    return place === -1 ? ids.length : place;
  };
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** Episodes grouped by a common property, the largest group first. */
type Lost = { name: string; episodes: Result[] };

/** Episodes that did not pass: by ending, by failed clause of their task, and by last tool called. */
export function lostEpisodes(episodes: readonly Result[]): Record<'statuses' | 'clauses' | 'tools', Lost[]> {
  const lost = episodes.filter(({ success }) => !success);
  return {
    statuses: by(lost, ({ status }) => status),
    // The same place in the contracts of two tasks is not the same clause.
    clauses: by(lost, ({ taskId, failedPostcondition }) =>
      failedPostcondition ? `${taskId}: ${failedPostcondition.name}` : null,
    ),
    tools: by(lost, ({ lastTool }) => lastTool ?? null),
  };
}

function by(episodes: readonly Result[], nameOf: (episode: Result) => string | null): Lost[] {
  const named = Map.groupBy(episodes, nameOf);
  return [...named]
    .flatMap(([name, each]) => (name === null ? [] : [{ name, episodes: each }]))
    .sort((a, b) => b.episodes.length - a.episodes.length || (a.name < b.name ? -1 : 1));
}

/** The score of a row with its cost; `usdPerTask` is a mean over its episodes. */
export type Priced = { row: StandingRow; rate: number; usdPerTask: number; isOnFrontier: boolean };

/**
 * Rows with a fully known cost, cheapest first. A row is on the frontier if no other row passes as much or more for the same
 * cost or less, except its equals.
 */
export function pricedRows(rows: readonly StandingRow[]): Priced[] {
  const priced = rows.flatMap((row) => {
    const { usd, score } = row;
    if (usd === null || usd <= 0) return [];
    return [{ row, rate: score.rate, usdPerTask: usd / score.total }];
  });
  const frontier = new Set(frontierOf(priced, ({ usdPerTask, rate }) => ({ usd: usdPerTask, rate })));
  return priced
    .map((each) => ({ ...each, isOnFrontier: frontier.has(each) }))
    .sort((a, b) => a.usdPerTask - b.usdPerTask || b.rate - a.rate);
}

/** Rows of one page of a table, about 2.5 kB each; a page is at most 60 kB. */
const rowsPerPage = 18;

/** A page, counted from 1, of a table with more rows than the board shows. */
export type RowPage = { group: StandingGroup; page: number; pages: number; from: number; to: number };

/** The pages of each table with more than `most` rows; replays have their own tables. */
export function rowPagesOf(groups: readonly StandingGroup[], most: number): RowPage[] {
  return groups.flatMap((group) => {
    const { length } = group.rows;
    if (group.kind === 'replay' || length <= most) return [];
    const pages = Math.ceil(length / rowsPerPage);
    return Array.from({ length: pages }, (_, at) => ({
      ...{ group, page: at + 1, pages },
      ...{ from: at * rowsPerPage, to: Math.min(length, (at + 1) * rowsPerPage) },
    }));
  });
}

/** The page with the row in its table: the board, or a page of the table if the board does not show all rows. */
export function rowPlacePath(
  pages: readonly RowPage[],
  group: Pick<StandingGroup, 'comparabilityKey' | 'askedKey' | 'superseded' | 'custom' | 'kind' | 'rows'>,
  rowId: string,
): `/${string}` {
  const at = group.rows.findIndex(({ id }) => id === rowId);
  const page = pages.find(
    (each) => each.group.comparabilityKey === group.comparabilityKey && each.from <= at && at < each.to,
  );
  return page ? rowPagePath(page.group, page.page) : boardPath(group);
}

/**
 * The askings that have the best ceiling or the best floor of their suite, in their order. A reference solution that left out
 * tasks is a ceiling too. If two are equal, the asking with more episodes is chosen.
 */
export function bestAskings(
  askings: readonly (readonly StandingGroup[])[],
  limited: readonly LimitedRun[],
): (readonly StandingGroup[])[] {
  const rates = (kind: RunKind, groups: readonly StandingGroup[]) => [
    ...rowsOf(groups.filter((group) => group.kind === kind)).map(({ score }) => score.rate),
    ...limitedBeside(groups, limited).flatMap((run) => (run.kind === kind ? run.passed / run.total : [])),
  ];
  const bestFor = (kind: RunKind, ofSuite: readonly (readonly StandingGroup[])[]) =>
    ofSuite
      .filter((groups) => rates(kind, groups).length > 0)
      .toSorted(
        (a, b) => Math.max(...rates(kind, b)) - Math.max(...rates(kind, a)) || episodesOf(b) - episodesOf(a),
      )[0];
  const suites = Map.groupBy(askings, ([first]) => `${first?.suite} ${first?.web}`);
  const kept = new Set(
    [...suites.values()].flatMap((ofSuite) => [bestFor('oracle', ofSuite), bestFor('baseline', ofSuite)]),
  );
  return askings.filter((groups) => kept.has(groups));
}

/** The page with the first rows of the group. */
export function boardPath(
  group: Pick<StandingGroup, 'askedKey' | 'superseded' | 'custom' | 'kind'>,
): `/${string}` {
  if (group.superseded) return roundPath(group);
  return group.custom || frameName(group.kind) === null ? '/agents/' : '/agents/baselines/';
}

/** The page of an earlier round. */
export function roundPath({ askedKey }: Pick<StandingGroup, 'askedKey'>): `/${string}` {
  return `/agents/earlier/${askedKey.slice(0, 16)}/`;
}

/** Superseded groups with the same tasks, pages, limits and judge, in the order of `standings`. */
export function earlierRoundsOf(standings: readonly StandingGroup[]): StandingGroup[][] {
  const superseded = standings.filter((group) => group.superseded);
  return [...Map.groupBy(superseded, roundPath).values()];
}

/** The address of a page of the group's table, counted from 1. */
export function rowPagePath({ comparabilityKey }: StandingGroup, page: number): `/${string}` {
  return `/agents/all/${comparabilityKey.slice(0, 16)}/${page}/`;
}
