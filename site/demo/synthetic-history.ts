import { digest, sha256 } from '../../harness/platform/digest.ts';
import {
  exampleFailure,
  exampleModel,
  exampleResult,
  exampleRun,
} from '../../harness/results/examples/example-run.ts';
import type { Result, ResultsFile, Run, RunConfig } from '../../harness/results/records/result.ts';
import type { Status } from '../../harness/results/records/statuses.ts';
import { mulberry32 } from '../../harness/results/statistics/statistics.ts';

export type SyntheticScale = {
  commits: number;
  taskIds: readonly string[];
  /** At most the number of contenders, which take turns. */
  runsPerCommit: number;
  /** Agents of the board; 0 for no board. */
  rows: number;
  /** Trials of each task of the board. */
  trials: number;
  seed: number;
};

const yearMs = 365 * 24 * 3600 * 1000;
const endMs = Date.UTC(2026, 0, 1);

/** Releases in a history; each plays the board. */
const releases = 4;

/**
 * An invented year of results, oldest commit first: a regression and its recovery, a server that gets slower, drift,
 * errors, and occasionally an incomplete run, a changed checkout and a commit without a date. Each release also plays a
 * board of floor, ceiling and `rows` agents; in the second half, with the next edition of its suite.
 */
export function* syntheticHistory(scale: SyntheticScale): Generator<ResultsFile> {
  const { commits, runsPerCommit, rows, trials, seed } = scale;
  let parents: string[] = [];
  for (let commit = 0; commit < commits; commit++) {
    const sha = sha256(`commit ${commit} of seed ${seed}`).slice(0, 40);
    const gate = Array.from({ length: runsPerCommit }, (_, place) => {
      const number = commit * runsPerCommit + place;
      const contender = contenders[number % contenders.length] ?? contenders[0];
      const ended = { complete: number % 29 !== 11, gitDirty: number % 37 === 5 };
      const of = { suite: 'example-suite', edition: 1, trials: 1, ...ended };
      return syntheticRun({ contender, commit, place, number, ...of }, scale);
    });
    // The last commit is a release.
    const isRelease = rows > 0 && (commits - 1 - commit) % Math.ceil(commits / releases) === 0;
    const edition = commit < commits / 2 ? 1 : 2;
    const board = (isRelease ? boardContenders(rows) : []).map((contender, at) => {
      const place = runsPerCommit + at;
      const of = { suite: 'example-board', edition, trials, complete: true, gitDirty: false };
      return syntheticRun({ contender, commit, place, number: 1e6 + commit * 1000 + place, ...of }, scale);
    });
    const date = commit % 97 === 50 ? null : dateOf(commit, commits);
    const about = { date, parents, subject: `Example change ${commit + 1}` };
    yield { schema: 'contract-bench.results.v2', sha, commit: about, runs: [...gate, ...board] };
    parents = [sha];
  }
}

/** A compared row. The servers exist, the models do not, and all numbers are invented. */
type Contender = Pick<RunConfig, 'kind' | 'adapter' | 'model' | 'server' | 'price'> & {
  door: RunConfig['agent']['door'];
  /** Logit of the chance to pass a task of medium difficulty, at the first commit. */
  skill: number;
  /** Growth of the skill over the history. */
  gain: number;
  msPerStep: number;
  bytesPerCall: number;
  usdPerStep: number;
};

const servers = {
  playwright: serverOf('playwright', '@playwright/mcp', '0.0.83'),
  'chrome-devtools': serverOf('chrome-devtools', 'chrome-devtools-mcp', '1.11.0'),
  openchrome: serverOf('openchrome', null, '1.6.2'),
};

/** The contenders that commits play in turn. */
export const contenders: readonly [Contender, ...Contender[]] = [
  withoutModel('replay', 'replay', 6, { msPerStep: 640 }),
  withoutModel('replay', 'replay', 6, {
    ...{ server: servers['chrome-devtools'], msPerStep: 820, bytesPerCall: 2300 },
  }),
  withoutModel('replay', 'replay', 6, { server: servers.openchrome, msPerStep: 710, bytesPerCall: 900 }),
  modelOf('example-model-large', { skill: 1.4, gain: 0.9, msPerStep: 5200, usdPerStep: 0.0061 }),
  modelOf('example-model-small', { skill: -0.2, gain: 0.5, msPerStep: 2100, usdPerStep: 0.0007 }),
];

const names = ['aster', 'birch', 'cedar', 'dahlia', 'elder', 'fern', 'gorse', 'heather'];

/** Floor and ceiling, then `rows` agents from good to weak: models in our loop on three servers, every fifth an agent of its own. */
function boardContenders(rows: number): Contender[] {
  const hosts = Object.values(servers);
  const agents = Array.from({ length: rows }, (_, place) => {
    const share = rows === 1 ? 0 : place / (rows - 1);
    const name = `example-${names[place % names.length]}-${Math.floor(place / names.length) + 1}`;
    // Expensive models are mostly the good ones.
    const usdPerStep = 0.009 * Math.exp(-3 * share) * (place % 3 === 1 ? 2.5 : 1);
    const pace = { skill: 2.2 - 4 * share, gain: 0.4, msPerStep: 1200 + 900 * (place % 5), usdPerStep };
    const model = modelOf(name, pace, hosts[place % hosts.length]);
    const own = { kind: 'agent', adapter: `example-agent-${place}` } as const;
    return place % 5 === 4 ? ({ ...model, ...own, door: place % 2 === 0 ? 'mcp' : 'cdp' } as const) : model;
  });
  return [
    withoutModel('oracle', 'oracle', 6),
    withoutModel('baseline', 'keyword', -1.6),
    withoutModel('baseline', 'random', -2.6),
    withoutModel('control', 'noop', -40),
    ...agents,
  ];
}

function serverOf(id: string, npmPackage: string | null, version: string): RunConfig['server'] {
  return { id, package: npmPackage, version, toolsSha256: sha256(`tools of ${id}`), confined: null };
}

function withoutModel(
  kind: Contender['kind'],
  adapter: string,
  skill: number,
  pace: Partial<Contender> = {},
): Contender {
  const decides = { kind, adapter, door: 'none', model: null, price: null, skill, gain: 0 } as const;
  const usual = { server: servers.playwright, usdPerStep: 0, msPerStep: 500, bytesPerCall: 1400 };
  return { ...decides, ...usual, ...pace };
}

/** A model in our loop. */
function modelOf(
  name: string,
  pace: Pick<Contender, 'skill' | 'gain' | 'msPerStep' | 'usdPerStep'>,
  server: Contender['server'] = servers.playwright,
): Contender {
  // Input only, which is most of a step.
  const input = (pace.usdPerStep / 1800) * 1e6;
  const price = {
    input,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    date: '2026-01-01',
    source: 'table',
  } as const;
  const decides = { kind: 'model', adapter: 'openai', door: 'none', model: exampleModel(name) } as const;
  return { ...decides, price, server, bytesPerCall: 1900, ...pace };
}

type RunOf = {
  contender: Contender;
  commit: number;
  /** Index among the runs of its commit. */
  place: number;
  /** Unique among the runs of a history. */
  number: number;
  suite: string;
  edition: number;
  trials: number;
  complete: boolean;
  gitDirty: boolean;
};

function syntheticRun(of: RunOf, { commits, taskIds, seed }: SyntheticScale): Run {
  const { contender, commit, place, number, suite, edition, trials, complete, gitDirty } = of;
  const startedAt = dateOf(commit, commits, (place + 1) * 60_000);
  const runId = `${startedAt.replace(/\.\d+|[:-]/g, '')}-demo-${place}`;
  const circumstances = {
    contender,
    runId,
    progress: commit / commits,
    regressed: commit >= Math.floor(commits * 0.55) && commit < Math.ceil(commits * 0.63),
    random: mulberry32((seed * 1_000_003 + number) >>> 0),
  };
  const all = taskIds.flatMap((taskId, taskIndex) =>
    Array.from({ length: trials }, (_, trial) =>
      syntheticEpisode({ ...circumstances, taskId, taskIndex, trial: trial + 1 }),
    ),
  );
  const played = complete ? taskIds.length : Math.ceil(taskIds.length / 2);
  const episodes = all.slice(0, played * trials);
  const { kind, adapter, model, server, price, door } = contender;
  return exampleRun({
    ...{ runId, suite, complete, startedAt, episodes, environment: { gitDirty } },
    durationMs: Math.round(episodes.reduce((sum, { durationMs }) => sum + durationMs, 0)),
    artifactsSha256: complete ? sha256(runId) : null,
    // Runs of a commit begin a minute apart, as if each had its own machine.
    noise: { before: 30, during: 31, overlaps: 0 },
    config: {
      ...{ kind, adapter, model, server, price, edition, trials },
      agent: { id: adapter, version: '0.1.0', door, confined: null },
      transcriptsSha256: kind === 'replay' ? sha256('transcripts') : null,
      tasksSha256: digest([...new Map(all.map(({ taskId, taskSha256 }) => [taskId, taskSha256]))]),
    },
  });
}

/** The values that differ between episodes. */
type Circumstances = {
  contender: Contender;
  taskId: string;
  taskIndex: number;
  /** From 1. */
  trial: number;
  runId: string;
  /** 0 at the first commit of the history, 1 after the last. */
  progress: number;
  /** Whether the system under test is broken at this commit. */
  regressed: boolean;
  random: () => number;
};

function syntheticEpisode(circumstances: Circumstances): Result {
  const { contender, taskId, taskIndex, trial, runId, progress, random } = circumstances;
  const status = statusOf(circumstances);
  const steps = status === 'max_steps' ? 100 : 2 + ((taskIndex * 7) % 6) + Math.floor(random() * 2);
  const toolCalls = steps + Math.floor(random() * 3);
  // One server stays slower from late in the history on, so that its trend has a step.
  const slowdown = contender.server.id === 'chrome-devtools' && progress >= 0.75 ? 1.4 : 1;
  const tool = tenth(steps * contender.msPerStep * slowdown * (0.8 + 0.4 * random()));
  const phases = { start: tenth(900 + 200 * random()), reset: 180, adapter: 2, tool, judge: 60, stop: 70 };
  const isModel = contender.model !== null;
  const result = {
    ...{ taskId, trial, status, steps, toolCalls, phases },
    success: status === 'passed',
    durationMs: tenth(Object.values(phases).reduce((sum, ms) => sum + ms, 0)),
    serverErrors: random() < 0.05 ? 1 : 0,
    responseBytes: Math.round(toolCalls * contender.bytesPerCall * (0.7 + 0.6 * random())),
    tokens: isModel ? { input: 1800 * steps, output: 110 * steps, cacheRead: 0, cacheWrite: 0 } : null,
    // Occasionally a cost is missing, because the vendor did not report it.
    usd: isModel && random() >= 0.001 ? Math.round(steps * contender.usdPerStep * 1e6) / 1e6 : null,
    requests: isModel ? steps : null,
    // Some episodes report success falsely.
    selfReport: isModel ? (status === 'passed' ? true : status === 'failed' ? random() < 0.6 : null) : null,
    wandering: { repeats: Math.floor(random() * 1.2), excessSteps: isModel ? null : 0 },
    firstHeldAtStep: status === 'passed' ? steps - 1 : null,
    finalUrl: `https://example.com/${taskId}`,
    lastTool: 'browser_snapshot',
    artifacts: { events: `events/${runId}.jsonl`, report: `reports/${taskId}.json` },
  };
  if (status === 'passed') return exampleResult(result);
  const without = unjudged[status];
  return without ? exampleResult({ ...result, ...without }) : exampleFailure(result);
}

const lost = { verdict: null, factsSha256: null };

/** The fields of an episode without a verdict, by its status. */
const unjudged: { readonly [status in Status]?: Partial<Result> } = {
  replay_drift: {
    ...lost,
    drift: { reason: 'missing_call', step: 3, expected: 'browser_click', actual: 'none' },
  },
  tool_error: { ...lost, finalUrl: null, error: 'the server is gone' },
  adapter_error: { ...lost, finalUrl: null, error: 'the model did not answer' },
  inconclusive: {
    verdict: { outcome: 'inconclusive', clauses: [] },
    error: 'the page was closed before it was looked at',
  },
};

/** Endings of a model's episode that does not pass: the first one whose bound is above a random draw. */
const endsOfModels: readonly (readonly [number, Status])[] = [
  [0.7, 'failed'],
  [0.82, 'max_steps'],
  [0.9, 'timeout'],
  [0.93, 'budget_exceeded'],
  [0.95, 'model_refused'],
  [0.97, 'adapter_error'],
];

function statusOf({ contender, taskIndex, progress, regressed, random }: Circumstances): Status {
  const draw = random();
  const kind = random();
  if (regressed && taskIndex % 5 === 2) return 'failed';
  if (contender.server.id === 'openchrome' && Math.floor(progress * 25) === 8 && taskIndex % 7 === 3)
    return 'replay_drift';
  const difficulty = ((taskIndex * 13) % 9) / 3 - 4 / 3;
  const logit = contender.skill + contender.gain * progress - difficulty;
  if (draw < 1 / (1 + Math.exp(-logit))) return 'passed';
  if (contender.kind === 'baseline' || contender.kind === 'control')
    return kind < 0.6 ? 'failed' : 'max_steps';
  if (contender.model === null) return kind < 0.5 ? 'replay_drift' : 'tool_error';
  return endsOfModels.find(([below]) => kind < below)?.[1] ?? 'inconclusive';
}

function tenth(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Whole seconds, as git has them. */
function dateOf(commit: number, commits: number, laterMs = 0): string {
  const ms = endMs - yearMs + Math.floor(((yearMs / commits) * commit) / 1000) * 1000;
  return new Date(ms + laterMs).toISOString();
}
