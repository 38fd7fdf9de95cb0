import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../harness/platform/digest.ts';
import type { LimitedRun } from '../../harness/publish/board/read-site-history.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../harness/results/examples/example-run.ts';
import type { Run } from '../../harness/results/records/result.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { placeWords } from '../words/labels.ts';
import {
  atAGlance,
  bestAskings,
  boardPath,
  limitedBeside,
  lostEpisodes,
  markedRows,
  pricedRows,
  type StandingRow,
  shownMeasures,
} from './rows.ts';

/** The first `passed` of four tasks pass. */
const played = (adapter: string, kind: Run['config']['kind'], passed: number, changes: Partial<Run> = {}) =>
  exampleRun({
    runId: `${adapter}-${changes.suite ?? 'webvoyager'}-${passed}`,
    episodes: ['a', 'b', 'c', 'd'].map((taskId, at) =>
      at < passed ? exampleResult({ taskId }) : exampleFailure({ taskId }),
    ),
    config: { kind, adapter },
    ...changes,
  });

const glances = (...runs: Run[]) =>
  atAGlance(
    standingsOf([
      { schema: 'contract-bench.results.v2', sha: 'a'.repeat(40), commit: { date: null, parents: [] }, runs },
    ]),
    ['town', 'webvoyager', 'fixtures'],
  );

test('ceiling, the best of the rules, what does nothing, the best agent and the gate, by suite', () => {
  const [glance, ...others] = glances(
    played('oracle', 'oracle', 4),
    played('keyword', 'baseline', 2),
    played('random', 'baseline', 1),
    played('noop', 'control', 0),
    played('forger', 'control', 0),
    played('weak', 'model', 1),
    played('strong', 'model', 3),
    played('replay', 'replay', 3),
  );
  expect(others).toEqual([]);
  expect(glance).toMatchObject({
    suite: 'webvoyager',
    agent: { adapter: 'strong', score: { passed: 3, total: 4 } },
    ceiling: { score: { passed: 4 } },
    floor: { best: { adapter: 'keyword' }, rules: 2 },
    nothing: { adapter: 'noop', score: { passed: 0 } },
    gate: { green: 0, rows: [{ adapter: 'replay' }] },
  });
});

test('the best agent is of all seeds, and of the number of trials that most rows have', () => {
  const at = (id: string, passed: number, worldSeeds: number[], trials = 1) =>
    played(id, 'model', passed, {
      runId: id,
      config: {
        ...played(id, 'model', passed).config,
        worldSeeds,
        trials,
        comparabilityKey: sha256(`${worldSeeds} ${trials}`),
      },
    });
  const runs = [
    // More rows than any other asking has.
    ...['lucky', 'too', 'again'].map((id) => at(id, 4, [1])),
    at('more trials', 4, [1, 2], 3),
    at('first', 3, [1, 2]),
    at('second', 2, [1, 2]),
  ];
  const standings = standingsOf([
    { schema: 'contract-bench.results.v2', sha: 'a'.repeat(40), commit: { date: null, parents: [] }, runs },
  ]);
  const [glance] = atAGlance(standings, ['webvoyager'], () => [2, 1]);
  expect(glance?.agent?.adapter).toBe('first');
  expect(glance?.agent && placeWords(glance.agent)).toBe(', may be 1st to 2nd');
  expect(placeWords({ rank: 11, rankTo: 11 })).toBe(', 11th');
});

test('what nobody played is null, and a suite of which nothing was played is left out', () => {
  expect(glances()).toEqual([]);
  const [glance] = glances(played('replay', 'replay', 4));
  expect(glance).toMatchObject({
    agent: null,
    ceiling: null,
    floor: null,
    nothing: null,
    gate: { green: 1 },
  });
});

test('ceiling and floor are of one asking, that of most episodes', () => {
  const one = (adapter: string, kind: Run['config']['kind']) =>
    exampleRun({
      runId: `one-${adapter}`,
      episodes: [exampleResult({ taskId: 'a' })],
      config: { kind, adapter, worldSeeds: [1] },
    });
  const [glance] = glances(
    one('oracle', 'oracle'),
    played('oracle', 'oracle', 4),
    one('keyword', 'baseline'),
  );
  expect(glance?.ceiling?.score.total).toBe(4);
  expect(glance?.floor).toBeNull();
});

test('an agent on the live web and a server of somebody else are in no place of it', () => {
  const live = played('strong', 'model', 4, { runId: 'live' });
  const custom = played('replay', 'replay', 4);
  live.config.web = 'live';
  custom.config.server.id = 'custom:mine';
  expect(glances(live, custom)).toEqual([]);
});

test('what did not pass is counted by its end, the clause of its task and its last tool, the most frequent first', () => {
  const { statuses, clauses, tools } = lostEpisodes([
    exampleResult({ lastTool: 'click' }),
    exampleFailure({ taskId: 'b', lastTool: 'click' }),
    exampleFailure({ taskId: 'a', lastTool: 'type' }),
    exampleFailure({ taskId: 'a', lastTool: 'type', status: 'max_steps' }),
    exampleResult({ taskId: 'c', status: 'tool_error', success: false }),
  ]);
  const counted = (each: typeof statuses) => each.map(({ name, episodes }) => [name, episodes.length]);
  expect(counted(statuses)).toEqual([
    ['failed', 2],
    ['max_steps', 1],
    ['tool_error', 1],
  ]);
  expect(counted(clauses)).toEqual([
    ['a: postconditions[1] (dom_text match)', 2],
    ['b: postconditions[1] (dom_text match)', 1],
  ]);
  expect(counted(tools)).toEqual([
    ['type', 2],
    ['click', 1],
  ]);
  expect(lostEpisodes([exampleResult()])).toEqual({ statuses: [], clauses: [], tools: [] });
});

/** Of four tasks; each episode costs as much. */
const row = (model: string, passed: number, usd: number | null) =>
  exampleRun({
    runId: model,
    episodes: ['a', 'b', 'c', 'd'].map((taskId, at) =>
      (at < passed ? exampleResult : exampleFailure)({ taskId, usd }),
    ),
    config: { model },
  });

const rowsOf = (...runs: ReturnType<typeof row>[]) =>
  standingsOf([
    { schema: 'contract-bench.results.v2', sha: 'a'.repeat(40), commit: { date: null, parents: [] }, runs },
  ]).flatMap(({ rows }) => rows);

test('cheapest first, with who is beaten by nobody, and without those whose cost is not known', () => {
  const rows = rowsOf(
    row('good', 4, 0.4),
    row('dear', 3, 0.5),
    row('cheap', 2, 0.1),
    row('unknown', 4, null),
  );
  expect(
    pricedRows(rows).map(({ row, usdPerTask, isOnFrontier }) => [row.model, usdPerTask, isOnFrontier]),
  ).toEqual([
    ['cheap', 0.1, true],
    ['good', 0.4, true],
    ['dear', 0.5, false],
  ]);
});

test('along the frontier who costs more passes more, and everyone else is beaten by one on it', () => {
  const found = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 1, max: 9 })), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(found, (pairs) => {
      const priced = pricedRows(
        rowsOf(...pairs.map(([passed, cents], at) => row(`m${at}`, passed, cents / 100))),
      );
      const frontier = priced.filter(({ isOnFrontier }) => isOnFrontier);
      for (const [at, each] of frontier.entries()) {
        const before = frontier[at - 1];
        if (before && before.usdPerTask < each.usdPerTask) expect(each.rate).toBeGreaterThan(before.rate);
      }
      for (const beaten of priced.filter(({ isOnFrontier }) => !isOnFrontier))
        expect(
          frontier.some(({ rate, usdPerTask }) => rate >= beaten.rate && usdPerTask <= beaten.usdPerTask),
        ).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a table in which no duration can be compared has no duration, and does not say why one could not be', () => {
  const rowsOf = (...runs: Run[]) =>
    standingsOf([
      { schema: 'contract-bench.results.v2', sha: 'a'.repeat(40), commit: { date: null, parents: [] }, runs },
    ]).flatMap(({ rows }) => rows);
  const busy = played('keyword', 'baseline', 2, { noise: { before: 30, during: 60, overlaps: 0 } });
  const alone = played('labels', 'baseline', 1);
  const hasTimes = (rows: ReturnType<typeof rowsOf>) =>
    shownMeasures(rows).some(({ id }) => id === 'durationMs');
  expect(hasTimes(rowsOf(busy))).toBe(false);
  expect(markedRows(rowsOf(busy)).map((row) => row.busy)).toEqual([[]]);
  expect(hasTimes(rowsOf(busy, alone))).toBe(true);
  expect(markedRows(rowsOf(busy, alone)).map((row) => row.busy.length)).toEqual([1, 0]);
});

/** A reference solution without one of four tasks, on another server than the row. */
const withoutOne = (row: StandingRow): LimitedRun => ({
  ...{
    adapter: 'oracle',
    agent: row.agent,
    model: null,
    endpoint: null,
    weights: null,
    server: { ...row.server, id: 'other' },
  },
  ...{ runId: 'less', suite: 'webvoyager', startedAt: '2026-01-02T03:04:04Z', sha: 'b'.repeat(40) },
  ...{
    kind: 'oracle' as const,
    web: 'hermetic' as const,
    trials: 1,
    worldSeeds: null,
    edition: 1,
    judge: 1,
  },
  ...{ passed: 3, total: 4, cannot: ['d'], unsolved: [] },
});

test('a run without the tasks that its server cannot do stands beside the rows of its asking, until a whole one comes', () => {
  const standings = standingsOf([
    {
      schema: 'contract-bench.results.v2',
      sha: 'a'.repeat(40),
      commit: { date: null, parents: [] },
      runs: [played('oracle', 'oracle', 4)],
    },
  ]);
  const [group] = standings;
  const [row] = group?.rows ?? [];
  if (!group || !row) throw new Error('a row');
  const run = withoutOne(row);
  expect(limitedBeside([group, group], [run])).toEqual([run]);
  expect(limitedBeside([], [run])).toEqual([]);
  expect(limitedBeside([{ ...group, kind: 'baseline' }], [run])).toEqual([run]);
  expect(limitedBeside([group], [{ ...run, server: row.server }])).toEqual([]);
  for (const other of [{ suite: 'town' }, { kind: 'baseline' as const }, { edition: 2 }, { trials: 3 }])
    expect(limitedBeside([group], [{ ...run, ...other }])).toEqual([]);
});

test('the best ceiling and the best floor of a suite choose the askings on the board', () => {
  type Asked = [passed: number, seeds: number[], kind?: 'oracle' | 'baseline', suite?: Run['suite']];
  const askingsOf = (...asked: Asked[]) => {
    const runs = asked.map(([passed, worldSeeds, kind = 'baseline', suite = 'webvoyager']) => {
      const run = played(kind, kind, passed, { suite });
      const comparabilityKey = sha256(JSON.stringify([worldSeeds, kind, suite]));
      return { ...run, config: { ...run.config, worldSeeds, comparabilityKey } };
    });
    const file = { schema: 'contract-bench.results.v2', sha: 'a'.repeat(40), runs } as const;
    const groups = standingsOf([{ ...file, commit: { date: null, parents: [] } }]);
    return [...Map.groupBy(groups, ({ askedKey }) => askedKey).values()];
  };
  const chosen = (asked: Asked[], limited: LimitedRun[] = []) =>
    bestAskings(askingsOf(...asked), limited)
      .map(([group]) => [group?.suite, group?.worldSeeds?.join()])
      .sort();
  const [first, second] = [
    ['webvoyager', '1'],
    ['webvoyager', '2'],
  ];
  expect(
    chosen([
      [1, [1]],
      [2, [2]],
    ]),
  ).toEqual([second]);
  expect(
    chosen([
      [2, [1]],
      [1, [2]],
    ]),
  ).toEqual([first]);
  expect(
    chosen([
      [1, [1]],
      [2, [2]],
      [4, [1], 'oracle'],
    ]),
  ).toEqual([first, second]);
  expect(
    chosen([
      [1, [1]],
      [1, [2], 'baseline', 'fixtures'],
    ]),
  ).toEqual([['fixtures', '2'], first]);
  const row = askingsOf([1, [1]])[0]?.[0]?.rows[0];
  if (!row) throw new Error('no row');
  const limited = { ...withoutOne(row), worldSeeds: [1] };
  expect(
    chosen(
      [
        [1, [1]],
        [2, [2]],
      ],
      [limited],
    ),
  ).toEqual([first, second]);
});

test('a row stands on the page of its kind: agents and replays apart from ceilings, floors and controls', () => {
  const pathOf = (kind: Run['config']['kind'], more: object = {}) =>
    boardPath({ kind, custom: false, superseded: false, askedKey: sha256('asked'), ...more });
  const agents = ['model', 'agent', 'replay'] as const;
  const others = ['oracle', 'baseline', 'control'] as const;
  expect(agents.map((kind) => pathOf(kind))).toEqual(agents.map(() => '/agents/'));
  expect(others.map((kind) => pathOf(kind))).toEqual(others.map(() => '/agents/baselines/'));
  expect(pathOf('oracle', { custom: true })).toBe('/agents/');
  expect(pathOf('oracle', { superseded: true })).toMatch(/^\/agents\/earlier\//);
});
