import { readFileSync } from 'node:fs';
import path from 'node:path';
import { openchromeAgent } from '../../agents/index.ts';
import { findOperator } from '../../judge/operator-of.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { totalsOf } from '../../results/records/run-facts.ts';
import type { Artifacts } from '../artifacts.ts';
import { exitCodeOf } from '../exit-code.ts';
import type { RunsEnd } from '../reporters/reporter.ts';
import { markdownReport } from './markdown-report.ts';
import type { ReportSubject } from './score-line.ts';
import { effortOf, trialsOf } from './trial-lines.ts';

const maxReportBytes = 200 * 1024;

/** Writes `report.json`, `timings.json`, `report.md` and `<sha>.md` of a run. */
export async function writeReports(
  plan: ReportSubject,
  artifacts: Artifacts,
  end: RunsEnd,
  commandLine: string,
): Promise<void> {
  artifacts.write('report.json', `${JSON.stringify(report(plan, end.runs), null, 2)}\n`);
  artifacts.write('timings.json', `${JSON.stringify(timings(plan, end.runs), null, 2)}\n`);
  const markdown = clip(
    markdownReport(plan, end.runs, {
      commandLine,
      exitCode: exitCodeOf({ ...end, strict: plan.options.strict }),
    }),
  );
  artifacts.write('report.md', markdown);
  if (plan.checkout.sha) artifacts.write(`${plan.checkout.sha}.md`, markdown);
}

/** Byte-identical for the same tasks, transcripts and web; everything that varies is in `timings.json`. */
export function report({ options, adapter, server }: ReportSubject, runs: Run[]) {
  const rows = runs.flatMap((run) => run.episodes.map((result) => episodeRow(run.suite, result, options)));
  const { episodes, passed, failed, errored, score } = totalsOf(runs.flatMap((run) => run.episodes));
  const notRun = runs.flatMap(({ suite, notRun: left = [] }) => left.map((each) => ({ suite, ...each })));
  return {
    schema: 'contract-bench.report.v1',
    adapter: options.openchromeNames ? openchromeAgent(adapter.id) : adapter.id,
    server: { id: server.id, version: runs[0]?.config.server.version ?? 'unknown' },
    web: runs[0]?.config.web ?? options.web,
    suites: runs.map((run) => run.suite),
    episodes: rows,
    ...(notRun.length > 0 ? { notRun } : {}),
    totals: { episodes, passed, failed, errored, score },
    ...counted(runs),
  };
}

/** Measured fields of runs with models or several trials. For replays they are only in `timings.json`. */
function counted(runs: readonly Run[]): object {
  const several = runs.filter(({ config }) => config.trials > 1 || config.model !== null);
  if (several.length === 0) return {};
  return {
    trials: several.map(({ suite, startedAt, config, episodes }) => ({
      suite,
      ...trialsOf(episodes),
      ...(config.model === null
        ? {}
        : {
            model: config.model,
            price: config.price,
            limits: config.limits,
            rehearsal: config.rehearsal,
            startedAt,
            ...effortOf(episodes),
          }),
    })),
  };
}

function episodeRow(suite: string, result: Result, { openchromeNames, out }: ReportSubject['options']) {
  const {
    taskId,
    trial,
    status,
    success,
    steps,
    looks,
    ownSteps,
    toolCalls,
    serverErrors,
    finalUrl,
    error,
    lastServerError,
    missedRequest,
  } = result;
  return {
    suite,
    taskId,
    trial,
    status,
    success,
    steps,
    ...(looks === undefined ? {} : { looks }),
    ...(ownSteps === undefined ? {} : { ownSteps }),
    toolCalls,
    serverErrors,
    finalUrl,
    ...(result.failedPostcondition ? { failedPostcondition: result.failedPostcondition } : {}),
    verdict: result.verdict,
    ...(result.drift ? { drift: result.drift } : {}),
    lastTool: result.lastTool ?? null,
    ...(error === undefined ? {} : { error }),
    ...(lastServerError ? { lastServerError } : {}),
    ...(missedRequest === undefined ? {} : { missedRequest }),
    ...(openchromeNames ? openchromeRow(result, out) : {}),
  };
}

/** The field names required by OpenChrome's issues, beside ours. */
function openchromeRow(result: Result, out: string) {
  const { screenshot, report: reportJson } = result.artifacts;
  return {
    openchromeErrors: result.serverErrors,
    ...(result.success ? {} : { failedContract: failedEvidence(result, out) }),
    artifacts: {
      eventsJsonl: 'events.jsonl',
      reportJson,
      ...(screenshot ? { screenshotDir: path.posix.dirname(screenshot) } : {}),
    },
  };
}

/** The failed clause with its evidence, including the observed preview; null if none failed. */
function failedEvidence(result: Result, out: string): unknown {
  if (!result.failedPostcondition) return null;
  const { evidence } = JSON.parse(readFileSync(path.join(out, result.artifacts.report), 'utf8'));
  return { ...result.failedPostcondition, evidence: firstFailed(evidence) };
}

type EvidenceNode = { kind: string; outcome: string; children?: EvidenceNode[] };

/** Descends to the clause that failed, through operators that blame a child. */
function firstFailed(evidence: EvidenceNode | null): EvidenceNode | null {
  const operator = findOperator(evidence?.kind ?? '');
  const isOfChild = operator !== undefined && 'blames' in operator && operator.blames === 'child';
  const failed = isOfChild ? evidence?.children?.find(({ outcome }) => outcome === 'failed') : undefined;
  return failed ? firstFailed(failed) : evidence;
}

/** The fields of an episode that differ between machines. */
const timed = [
  'taskId',
  'trial',
  'durationMs',
  'phases',
  'responseBytes',
  'wandering',
  'recovery',
  'noProgressEpisodes',
  'firstHeldAtStep',
  'requestMisses',
  'factsSha256',
] as const satisfies readonly (keyof Result)[];

function timings({ checkout }: ReportSubject, runs: Run[]) {
  return {
    schema: 'contract-bench.timings.v1',
    sha: checkout.sha,
    runs: runs.map(({ runId, suite, startedAt, durationMs, environment, episodes, totals }) => ({
      runId,
      suite,
      startedAt,
      durationMs,
      environment,
      medianDurationMs: totals.medianDurationMs,
      p95DurationMs: totals.p95DurationMs,
      medianResponseBytes: totals.medianResponseBytes,
      episodes: episodes.map((result) => Object.fromEntries(timed.map((name) => [name, result[name]]))),
    })),
  };
}

function clip(markdown: string): string {
  if (Buffer.byteLength(markdown) <= maxReportBytes) return markdown;
  return `${Buffer.from(markdown).subarray(0, maxReportBytes).toString('utf8')}\n\n(cut at ${maxReportBytes} bytes)\n`;
}
