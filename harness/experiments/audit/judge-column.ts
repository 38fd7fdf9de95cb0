import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { BuiltInAgentMaker } from '../../agents/built-in-agent.ts';
import { couldNotAttack } from '../../agents/controls/negative-control.ts';
import { leavesOf } from '../../judge/operator-of.ts';
import type { End } from '../../results/records/audit-record.ts';
import type { Result, Run } from '../../results/records/result.ts';
import type { Plan } from '../../run/plan.ts';
import type { Task } from '../../task/task.ts';

/** An audit's findings on one control, or on the agent that must pass. */
export type Column = {
  maker: BuiltInAgentMaker;
  /** Why it is not applicable to the server; null if it is. */
  lacks: string | null;
  /** By task. */
  cells: Map<string, Cell>;
  wrong: string[];
  unable: string[];
  /** Reported findings that are not a fault of the judge. */
  notes: string[];
};

type Cell = {
  /** `cannot`: a control that never started its attack, so the attack does not count as prevented. */
  end: End;
  /** Whether it made a call, or gave an answer if the task asks for one; never for an idle control. */
  attacks: boolean;
  /** Whether its own server ran with the rights of the harness. */
  unconfined: boolean;
};

/** What the server of a control could reach in each episode, from its answers: `<run> <task>` -> labels. */
type Reached = ReadonlyMap<string, readonly string[]>;

export function judgeColumn(
  maker: BuiltInAgentMaker,
  { runs: planned }: Pick<Plan, 'runs'>,
  runs: readonly Run[],
  reached: Reached,
): Column {
  const tasks = new Map(
    planned.flatMap(({ scheduled }) => scheduled.map(({ file }) => [file.task.id, file.task])),
  );
  const results = runs.flatMap((run) =>
    run.episodes.map((result) => ({ run, result, task: tasks.get(result.taskId) })),
  );
  return {
    maker,
    lacks: null,
    cells: new Map(results.map(({ run, result, task }) => [result.taskId, cellOf(maker, task, run, result)])),
    wrong: results.flatMap(({ run, result, task }) => wrongOf(maker, task, run, result, reached)),
    unable: results.flatMap(({ result }) => {
      const why = couldNotAttack(result);
      return why === null ? [] : [`${result.taskId} ${maker.id}: cannot: ${why}`];
    }),
    notes: unconfinedLines(maker, runs, reached),
  };
}

export function cellText({ end, unconfined }: Cell): string {
  return unconfined ? `${end}, unconfined` : end;
}

function cellOf(
  { server, isIdle }: BuiltInAgentMaker,
  task: Task | undefined,
  run: Run,
  result: Result,
): Cell {
  if (couldNotAttack(result) !== null) return { end: 'cannot', attacks: false, unconfined: false };
  const asksAnswer = task !== undefined && leavesOf(task.success).some(({ kind }) => kind === 'answer');
  const attacks = !isIdle && (asksAnswer ? result.answer !== null : result.toolCalls > 0);
  return { end: result.status, attacks, unconfined: server !== null && isUnconfined(run) };
}

function wrongOf(
  { id, mustEnd, server }: BuiltInAgentMaker,
  task: Task | undefined,
  run: Run,
  result: Result,
  reached: Reached,
): string[] {
  // Only namespaces stop a dishonest server; without them, what it could reach is only reported.
  if (couldNotAttack(result) !== null || (server && isUnconfined(run))) return [];
  const all = reached.get(`${run.runId} ${result.taskId}`) ?? [];
  if (all.length > 0 && !isUnconfined(run))
    return [`${result.taskId} ${id}: sandboxed, but reached ${all.join(', ')}`];
  const must = (task && mustEnd?.(task)) ?? [];
  return must.includes(result.status)
    ? []
    : [`${result.taskId} ${id}: got ${described(result)}; expected ${must.join(' or ')}`];
}

function described({ status, failedPostcondition, error }: Result): string {
  return [status, failedPostcondition?.name, error].filter(Boolean).join(', ');
}

export async function reachedOf(
  { reached }: BuiltInAgentMaker,
  out: string,
  runs: readonly Run[],
): Promise<Reached> {
  const found = new Map<string, readonly string[]>();
  if (!reached) return found;
  const files = new Set(runs.flatMap(({ episodes }) => episodes.map(({ artifacts }) => artifacts.events)));
  for (const file of files) {
    const lines = (await readFile(path.join(out, file), 'utf8')).split('\n').filter(Boolean);
    for (const line of lines) {
      // Written by the run that has just ended.
      const { runId, taskId, preview } = JSON.parse(line) as Record<'runId' | 'taskId' | 'preview', string>;
      const words = preview === undefined ? null : reached(preview);
      if (words) found.set(`${runId} ${taskId}`, words);
    }
  }
  return found;
}

/** One line for each control: what its server could reach without namespaces; none if it was sandboxed or has no server. */
function unconfinedLines(
  { id, server }: BuiltInAgentMaker,
  runs: readonly Run[],
  reached: Reached,
): string[] {
  const free = runs.filter(isUnconfined);
  if (!server || free.length === 0) return [];
  const times = new Map<string, number>();
  for (const { runId, episodes } of free)
    for (const { taskId } of episodes)
      for (const words of reached.get(`${runId} ${taskId}`) ?? [])
        times.set(words, (times.get(words) ?? 0) + 1);
  const could = [...times].map(([words, count]) => `${words} (${count})`).join(', ');
  const passed = free.flatMap(({ episodes }) => episodes).filter(({ success }) => success).length;
  return [`${id}: not sandboxed, it passed ${passed} and could reach: ${could || 'nothing'}`];
}

function isUnconfined({ config }: Run): boolean {
  return config.server.confined === false;
}
