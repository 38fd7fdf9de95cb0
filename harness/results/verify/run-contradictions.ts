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

/** What in a stored run does not agree with the rest of it: totals, statuses, verdicts, digests, keys. */
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

/** The same of every run of a results file, the id of the run first. */
export function fileContradictions({ runs }: ResultsFile): string[] {
  return runs.flatMap((run) => runContradictions(run).map((what) => oneLine(`${run.runId}: ${what}`)));
}

/** The fields of a run that follow from the others and from `judge`, where they are not what follows. */
export function computedAgain(run: Run, judge: number): Difference[] {
  const { config, episodes, suite, totals } = run;
  const { judge: judgedBy, tasksSha256, comparabilityKey: key } = config;
  const found = { totals, config: { judge: judgedBy, tasksSha256, comparabilityKey: key } };
  return differences(found, {
    totals: withOlderInterval(totalsOf(episodes), run),
    config: {
      judge,
      // In the order of the run; of one that was cut short, or of a shard, it is that of tasks which are not there.
      tasksSha256:
        run.complete && !config.shard
          ? digest([...new Map(episodes.map(({ taskId, taskSha256 }) => [taskId, taskSha256]))])
          : tasksSha256,
      // A lifted run has the key of its day, which was made of other fields.
      comparabilityKey: config.keyVersion === keyVersion ? comparabilityKey(suite, config) : key,
    },
  });
}

/** Several trials of a task once had an interval clustered by task; such a file stays as it is. */
function withOlderInterval(again: Run['totals'], run: Run): Run['totals'] {
  const older = clusteredRate95(outcomesOf(run));
  const isOlder = differences(run.totals.score.wilson95, older).length === 0;
  return isOlder ? { ...again, score: { ...again.score, wilson95: older } } : again;
}

function judgeContradictions({ config: { judge } }: Run): string[] {
  return judge > judgeVersion ? [`config.judge: stored ${judge}, there are ${judgeVersion} so far`] : [];
}

/** Every trial of every task once, and of a complete run all of them. */
function scheduleContradictions({ complete, config, episodes }: Run): string[] {
  return [...Map.groupBy(episodes, ({ taskId }) => taskId)].flatMap(([taskId, ofTask]) => {
    const trials = ofTask.map(({ trial }) => trial);
    const twice = trials.filter((trial, index) => trials.indexOf(trial) !== index);
    const beyond = trials.filter((trial) => trial > config.trials);
    const missing = complete && !config.shard && new Set(trials).size < config.trials;
    return [
      ...twice.map((trial) => `${taskId}: trial ${trial} is there twice`),
      ...beyond.map((trial) => `${taskId}: trial ${trial} of ${config.trials}`),
      ...(missing ? [`${taskId}: a trial is missing, and the run says that it is complete`] : []),
    ];
  });
}

/** How a message names an episode. */
export function nameOf({ taskId, trial }: Pick<Result, 'taskId' | 'trial'>): string {
  return trial === 1 ? taskId : `${taskId} (trial ${trial})`;
}

/** Where a run says that it was on a listed server, and on another package than is listed. */
export function serverContradictions({ config: { server } }: Run): string[] {
  const listed = servers.find(({ id }) => id === server.id);
  if (!listed || server.package === packageOf(listed)) return [];
  // Older rows had no place for the package of a server that the user installs.
  const isInstalled = 'program' in listed.origin || 'install' in listed.origin;
  if (server.package === null && isInstalled) return [];
  return [`config.server.package: stored ${show(server.package)}, ${server.id} is ${packageOf(listed)}`];
}

/** Rows of before November 2026 do not hold the package of an agent, and may name a model that answered nothing. */
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

/** The verdicts that an episode of a status can have; one that is not here can have any. */
const verdictsOf: Partial<Record<Status, readonly (string | null)[]>> = {
  passed: ['passed'],
  // Undecided where the agent left a page that nobody can read, null where it left no browser.
  failed: ['failed', 'inconclusive', null],
  max_steps: ['failed', 'inconclusive'],
  // The first observation holds where only provenance is wanting, or the second observation could not be had.
  tampered: ['passed', 'failed'],
  inconclusive: ['inconclusive', 'passed', null],
};

/** What in a stored episode does not agree with the rest of it, field first. */
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
  // Said by the harness about the page's address and the requests; no clauses of the contract.
  if (name === 'provenance' || name === 'boundary') return [];
  const clause = verdict?.clauses.find((each) => each.name === name && each.outcome === 'failed');
  if (!clause) return say(`${name}, which is no clause that failed`);
  return clause.observed === observed ? [] : say(`${name}: observed differs from that of the clause`);
}

type Verdict = NonNullable<Result['verdict']>;
type Clause = Verdict['clauses'][number];

const logical = new Map<string, { decide(outcomes: readonly Outcome[]): { outcome: Outcome } }>(
  Object.entries({ and, or, not }),
);

type Decided = { kind: string; outcome: Outcome; children?: readonly Decided[] | undefined };

/** What the evidence of a clause of clauses comes to by what is below it; that of a leaf is its own. */
export function decidedAgain({ kind, outcome, children = [] }: Decided): Outcome {
  const operator = children.length === 0 ? undefined : logical.get(kind);
  return operator ? operator.decide(children.map(decidedAgain)).outcome : outcome;
}

/** Outcomes that do not follow from those of the clauses below them, by the places in the clauses' names. */
function verdictContradictions({ outcome, clauses }: Verdict): string[] {
  const outcomes = (below: readonly Clause[]) => below.map((clause) => clause.outcome);
  const top = clauses.filter(({ name }) => /^postconditions\[\d+\] \(/.test(name));
  const whole = and.decide(outcomes(top)).outcome;
  const inner = clauses.flatMap((clause) => {
    const [, place, kind = ''] = /^(\S+) \((and|or|not)\)$/.exec(clause.name) ?? [];
    const below = place === undefined ? [] : childrenOf(place, clauses);
    // Names are cut at 160 characters, so that deep clauses may not be found again.
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
