import path from 'node:path';
import { UserError } from '../../../platform/errors/user-error.ts';
import { writeAtomically } from '../../../platform/files/write-file.ts';
import { readCheckout } from '../../../platform/git/checkout.ts';
import type { Project } from '../../../platform/project.ts';
import { align } from '../../../platform/words/columns.ts';
import {
  type AcceptedEndsRecord,
  acceptedEndsFile,
  readAcceptedEndsRecord,
} from '../../../results/records/audit-record.ts';
import type { Result } from '../../../results/records/result.ts';
import { makePlan } from '../../../run/make-plan.ts';
import { quietOptions } from '../../../run/plan.ts';
import { playPlan } from '../../../run/play-plan.ts';
import { type AcceptedEnd, readAcceptedEnds } from './read-right-ends.ts';

export type AcceptedEndsOptions = PlayOptions & {
  taskIds: readonly string[];
  /** Stores the results. */
  write: boolean;
  /** Compares the results with the stored ones. */
  check: boolean;
};

/** Maximum share of rejected end states; none of these may be natural or reported as forged. */
const maxRefused = 0.02;

/** Plays the accepted end states; `ok` is false if too many are rejected, or one that must pass. Throws `UserError`. */
export async function acceptedEnds(
  { taskIds, write, check, ...options }: AcceptedEndsOptions,
  circumstances: Circumstances,
): Promise<{ lines: string[]; ok: boolean; table: AcceptedEndsTable }> {
  if (write && taskIds.length > 0)
    throw new UserError('--write: the stored results cover all tasks; remove --task');
  const { project } = options;
  const ends = await readAcceptedEnds(project, taskIds);
  const table = acceptedEndsTable(await playAcceptedEnds(ends, options, circumstances));
  const record: AcceptedEndsRecord = {
    schema: 'contract-bench.right-ends.v1',
    sha: (await readCheckout(project, null, circumstances.env)).sha,
    at: new Date().toISOString(),
    tasks: table.rows.slice(0, -1),
    refused: table.refused,
  };
  const stale = check ? differences(record, readAcceptedEndsRecord(project.results)) : [];
  if (write && !circumstances.signal.aborted)
    writeAtomically(acceptedEndsFile(project.results), `${JSON.stringify(record, null, 1)}\n`);
  const lines = [
    ...align([
      ['task', 'end states', 'accepted'],
      ...table.rows.map(({ task, played, believed }) => [task, String(played), String(believed)]),
    ]),
    '',
    ...listed('refused ', table.refused),
    ...listed('broken  ', table.broken),
    ...listed('unsteady', table.unsteady),
    ...stale,
  ];
  return { lines, ok: isWithinLimits(table) && stale.length === 0, table };
}

function differences({ tasks }: AcceptedEndsRecord, stored: AcceptedEndsRecord): string[] {
  return tasks.flatMap(({ task, played, believed }) => {
    const old = stored.tasks.find((each) => each.task === task);
    return old?.played === played && old.believed === believed
      ? []
      : [
          `${task}: ${believed} of ${played} accepted; stored: ${old ? `${old.believed} of ${old.played}` : 'nothing'}`,
        ];
  });
}

function isWithinLimits({ rows, refused, broken, unsteady }: AcceptedEndsTable): boolean {
  const played = rows.at(-1)?.played ?? 0;
  return (
    refused.length <= maxRefused * played &&
    !refused.some(({ natural, why }) => natural || why.includes('tampered')) &&
    broken.length + unsteady.length === 0
  );
}

const listed = (what: string, those: readonly NotBelieved[]) =>
  those.map(({ id, why, natural }) => `${what}  ${id}${natural ? '' : ' (odd)'}: ${why}`);

/** The result of each play, the first one first. */
export type PlayedEnd = { end: AcceptedEnd; results: readonly Result[] };

export type PlayOptions = { project: Project; workers: number; times: number; out: string };

type Circumstances = { env: NodeJS.ProcessEnv; signal: AbortSignal; log: (line: string) => void };

/** Plays all of them once on Playwright MCP before any of them again. */
export async function playAcceptedEnds(
  ends: readonly AcceptedEnd[],
  { times, workers, ...options }: PlayOptions,
  circumstances: Circumstances,
): Promise<PlayedEnd[]> {
  const played = ends.map((end) => ({ end, results: [] as Result[] }));
  const queue = Array.from({ length: times }, () => played)
    .flat()
    .values();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const { end, results } of queue) {
        if (circumstances.signal.aborted) return;
        const result = await playOnce(end, results.length + 1, options, circumstances);
        if (!result) continue;
        results.push(result);
        circumstances.log(`${result.status.padEnd(12)} ${end.id}`);
      }
    }),
  );
  return played;
}

async function playOnce(
  { id, taskId, file, webRoot }: AcceptedEnd,
  trial: number,
  { project, out }: Omit<PlayOptions, 'times' | 'workers'>,
  { env, signal }: Circumstances,
): Promise<Result | undefined> {
  const options = {
    ...quietOptions(project),
    adapter: 'script',
    script: file,
    webRoot,
    taskIds: [taskId],
    out: path.join(out, id, String(trial)),
  };
  const plan = await makePlan(options, env);
  const { runs } = await playPlan(plan, { signal, commandLine: `right-ends ${id}` });
  return runs.flatMap(({ episodes }) => episodes)[0];
}

/** An end state that was not accepted each time, or whose calls failed, so that it is not an accepted end state. */
type NotBelieved = { id: string; why: string; natural: boolean };

export type AcceptedEndsTable = {
  /** For each task and in total: the number of played and of accepted end states. */
  rows: { task: string; played: number; believed: number }[];
  refused: NotBelieved[];
  /** A call of the script failed: the result says nothing about the judge. */
  broken: NotBelieved[];
  /** Different outcomes in different plays. */
  unsteady: NotBelieved[];
};

export function acceptedEndsTable(played: readonly PlayedEnd[]): AcceptedEndsTable {
  const judged = played.filter(({ results }) => results.length > 0);
  const of = (task: string, those: readonly PlayedEnd[]) => ({
    task,
    played: those.length,
    believed: those.filter(isBelieved).length,
  });
  const tasks = [...new Set(judged.map(({ end }) => end.taskId))];
  return {
    rows: [
      ...tasks.map((task) =>
        of(
          task,
          judged.filter(({ end }) => end.taskId === task),
        ),
      ),
      of('all', judged),
    ],
    refused: judged.filter((each) => !isBelieved(each)).map(named),
    broken: judged.filter(({ results }) => results.some(({ serverErrors }) => serverErrors > 0)).map(named),
    unsteady: judged
      .filter(({ results }) => new Set(results.map(({ status }) => status)).size > 1)
      .map(named),
  };
}

const isBelieved = ({ results }: PlayedEnd) => results.every(({ status }) => status === 'passed');

function named({ end, results }: PlayedEnd): NotBelieved {
  const ways = results.map(({ status, failedPostcondition, error }) =>
    [status, failedPostcondition?.name ?? error].filter(Boolean).join(', '),
  );
  return { id: end.id, natural: end.natural, why: [...new Set(ways)].join('; ') };
}
