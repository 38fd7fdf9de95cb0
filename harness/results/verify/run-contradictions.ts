import { judgeVersion } from '../../judge/judge-version.ts';
import { and } from '../../judge/operators/and.ts';
import { not } from '../../judge/operators/not.ts';
import { or } from '../../judge/operators/or.ts';
import type { Outcome } from '../../judge/outcome.ts';
import { digest } from '../../platform/digest.ts';
import { oneLine } from '../../platform/errors/one-line.ts';
import { packageOf, servers } from '../../servers/index.ts';
import { comparabilityKey, keyVersion, withAnsweredModel } from '../records/comparability-key.ts';
import { isCustom } from '../records/custom-id.ts';
import type { Result, ResultsFile, Run } from '../records/result.ts';
import { outcomesOf, totalsOf } from '../records/run-facts.ts';
import type { Status } from '../records/statuses.ts';
import { clusteredRate95 } from '../statistics/statistics.ts';
import { type Difference, differences, show } from './differences.ts';

/** Contradictions within a stored run: totals, statuses, verdicts, digests, keys. */
export function runContradictions(run: Run): string[] {
  return [
    ...computedAgain(run, run.config.judge).map(
      ({ at, found, wanted }) => `${at}: stored ${show(found)}, found again ${show(wanted)}`,
    ),
    ...judgeContradictions(run),
    ...serverContradictions(run),
    ...agentContradictions(run),
    ...scheduleContradictions(run),
    ...run.episodes.flatMap((result) =>
      episodeContradictions(result).map((what) => `${nameOf(result)}: ${what}`),
    ),
  ];
}

/** The same for every run of a results file, each prefixed with the run's id. */
export function fileContradictions({ runs }: ResultsFile): string[] {
  return runs.flatMap((run) => runContradictions(run).map((what) => oneLine(`${run.runId}: ${what}`)));
}

/** Differences in the fields of a run that can be computed from its other fields and `judge`. */
export function computedAgain(run: Run, judge: number): Difference[] {
  const { config, episodes, suite, totals } = run;
  const { judge: judgedBy, tasksSha256, comparabilityKey: key } = config;
  const found = { totals, config: { judge: judgedBy, tasksSha256, comparabilityKey: key } };
  return differences(found, {
    totals: withOlderInterval(totalsOf(episodes), run),
    config: {
      judge,
      // In the order of the run. An incomplete run or a shard lacks tasks, so its digest cannot be recomputed.
      tasksSha256:
        run.complete && !config.shard
          ? digest([...new Map(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]))])
          : tasksSha256,
      // A run of the first schema has an older key, made from other fields.
      comparabilityKey: config.keyVersion === keyVersion ? comparabilityKey(suite, config) : key,
    },
  });
}

/** Older files with several trials per task have an interval clustered by task, and stay valid. */
function withOlderInterval(again: Run['totals'], run: Run): Run['totals'] {
  const older = clusteredRate95(outcomesOf(run));
  const isOlder = differences(run.totals.score.wilson95, older).length === 0;
  return isOlder ? { ...again, score: { ...again.score, wilson95: older } } : again;
}

function judgeContradictions({ config: { judge } }: Run): string[] {
  return judge > judgeVersion ? [`config.judge: stored ${judge}, the newest is ${judgeVersion}`] : [];
}

/** Checks that each trial of each task appears once, and that a complete run has all of them. */
function scheduleContradictions({ complete, config, episodes }: Run): string[] {
  return [...Map.groupBy(episodes, ({ taskId }) => taskId)].flatMap(([taskId, ofTask]) => {
    const trials = ofTask.map(({ trial }) => trial);
    const twice = trials.filter((trial, index) => trials.indexOf(trial) !== index);
    const beyond = trials.filter((trial) => trial > config.trials);
    const missing = complete && !config.shard && new Set(trials).size < config.trials;
    return [
      ...twice.map((trial) => `${taskId}: trial ${trial} appears twice`),
      ...beyond.map((trial) => `${taskId}: trial ${trial} of ${config.trials}`),
      ...(missing ? [`${taskId}: a trial is missing, although the run is marked complete`] : []),
    ];
  });
}

/** The name of an episode in messages. */
export function nameOf({ taskId, trial }: Pick<Result, 'taskId' | 'trial'>): string {
  return trial === 1 ? taskId : `${taskId} (trial ${trial})`;
}

/** Reports a run with the id of a listed server but a different package. */
export function serverContradictions({ config: { server } }: Run): string[] {
  const listed = servers.find(({ id }) => id === server.id);
  if (!listed || server.package === packageOf(listed)) return [];
  // Older rows do not contain the package of a server that the user installs.
  const isInstalled = 'program' in listed.origin || 'install' in listed.origin;
  if (server.package === null && isInstalled) return [];
  return [`config.server.package: stored ${show(server.package)}, ${server.id} is ${packageOf(listed)}`];
}

/** Rows from before November 2026 lack the package of an agent, and may name a model that answered nothing. */
function agentContradictions(run: Run): string[] {
  const { kind, agent, model } = run.config;
  if (kind !== 'agent' || agent.package === undefined) return [];
  return [
    ...((agent.package === null) === isCustom(agent.id)
      ? []
      : [`config.agent.id: stored ${show(agent.id)}, with the package ${show(agent.package)}`]),
    ...(model !== null && withAnsweredModel(run) !== run
      ? [`config.model: stored ${show(model.asked)}, and no episode has a request that was answered`]
      : []),
  ];
}

/** The possible verdicts for each status; statuses not listed can have any. */
const verdictsOf: Partial<Record<Status, readonly (string | null)[]>> = {
  passed: ['passed'],
  // Inconclusive if the agent left an unreadable page, null if it left no browser.
  failed: ['failed', 'inconclusive', null],
  // The verdict is `passed` if a script reached the goal after the last allowed act.
  max_steps: ['passed', 'failed', 'inconclusive'],
  // The verdict is `passed` if only provenance failed, or if the second observation was unavailable.
  tampered: ['passed', 'failed'],
  inconclusive: ['inconclusive', 'passed', null],
};

/** Contradictions within a stored episode, field first. */
function episodeContradictions(result: Result): string[] {
  const { status, success, verdict, factsSha256, drift } = result;
  const outcome = verdict?.outcome ?? null;
  const allowed = verdictsOf[status];
  return [
    ...(success === (status === 'passed') ? [] : [`success: ${success}, with status "${status}"`]),
    ...(allowed && !allowed.includes(outcome)
      ? [`status: "${status}", with the verdict ${JSON.stringify(outcome)}`]
      : []),
    ...((status === 'failed' || status === 'max_steps') &&
    outcome !== 'failed' &&
    ((result.steps === 0 && !result.connected) || result.error === undefined)
      ? [`status: "${status}" without a verdict, after ${result.steps} steps and without an error`]
      : []),
    ...((verdict === null) === (factsSha256 === null)
      ? []
      : [`factsSha256: ${verdict ? 'null of a verdict' : 'there, and no verdict'}`]),
    ...((drift === undefined) === (status !== 'replay_drift')
      ? []
      : [`drift: ${drift ? `${drift.reason}, with` : 'none, with'} status "${status}"`]),
    ...(verdict ? verdictContradictions(verdict) : []),
    ...postconditionContradictions(result),
  ];
}

function postconditionContradictions({ success, status, verdict, failedPostcondition }: Result): string[] {
  const say = (what: string) => [`failedPostcondition: ${what}`];
  if (!failedPostcondition) {
    const wanted = verdict?.outcome === 'failed' || status === 'tampered';
    return wanted && !success ? say('none, and the contract did not hold') : [];
  }
  const { name, observed } = failedPostcondition;
  if (success) return say(`${name}, with status "passed"`);
  // The harness adds these about the page's address and the requests; they are not clauses of the contract.
  if (name === 'provenance' || name === 'boundary') return [];
  const clause = verdict?.clauses.find((each) => each.name === name && each.outcome === 'failed');
  if (!clause) return say(`${name}, which is not a failed clause`);
  return clause.observed === observed ? [] : say(`${name}: observed differs from that of the clause`);
}

type Verdict = NonNullable<Result['verdict']>;
type Clause = Verdict['clauses'][number];

const logical = new Map<string, { decide(outcomes: readonly Outcome[]): { outcome: Outcome } }>(
  Object.entries({ and, or, not }),
);

type Decided = { kind: string; outcome: Outcome; children?: readonly Decided[] | undefined };

/** The outcome of a logical clause computed from its children; a leaf keeps its own outcome. */
export function decidedAgain({ kind, outcome, children = [] }: Decided): Outcome {
  const operator = children.length === 0 ? undefined : logical.get(kind);
  return operator ? operator.decide(children.map(decidedAgain)).outcome : outcome;
}

/** Outcomes that contradict those of the clauses below them; the nesting is read from the clauses' names. */
function verdictContradictions({ outcome, clauses }: Verdict): string[] {
  const outcomes = (below: readonly Clause[]) => below.map((clause) => clause.outcome);
  const top = clauses.filter(({ name }) => /^postconditions\[\d+\] \(/.test(name));
  const whole = and.decide(outcomes(top)).outcome;
  const inner = clauses.flatMap((clause) => {
    const [, place, kind = ''] = /^(\S+) \((and|or|not)\)$/.exec(clause.name) ?? [];
    const below = place === undefined ? [] : childrenOf(place, clauses);
    // Names are cut at 160 characters, so deep clauses may not be found.
    const again = below.length === 0 ? clause.outcome : logical.get(kind)?.decide(outcomes(below)).outcome;
    return again === clause.outcome
      ? []
      : [`${clause.name}: outcome: stored "${clause.outcome}", its clauses give "${again}"`];
  });
  return top.length === 0 || whole === outcome
    ? inner
    : [`verdict.outcome: stored "${outcome}", its clauses give "${whole}"`, ...inner];
}

function childrenOf(place: string, clauses: readonly Clause[]): Clause[] {
  return clauses.filter(({ name }) => {
    const rest = name.startsWith(`${place}.`) ? name.slice(place.length + 1) : '';
    return /^(child|children\[\d+\]) \(/.test(rest);
  });
}
