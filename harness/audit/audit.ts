import { noOptions } from '../adapters/adapter.ts';
import { findAdapter } from '../adapters/index.ts';
import type { Contract } from '../contract/contract.ts';
import { kindsOf } from '../contract/kinds-of.ts';
import type { Result, Run } from '../result/result.ts';
import { makePlan } from '../run/make-plan.ts';
import { type Plan, type PlanOptions, quietOptions } from '../run/plan.ts';
import { playPlan } from '../run/play-plan.ts';
import { findServer } from '../servers/index.ts';
import type { Task } from '../task/task.ts';
import { align } from '../words/columns.ts';
import { mutationTable } from './mutation-table.ts';
import { validityTable } from './validity-table.ts';

export type AuditOptions = Pick<
  PlanOptions,
  'project' | 'server' | 'suites' | 'taskIds' | 'workers' | 'out'
> & {
  mutate: boolean;
  /** What to do with the table in docs/validity.md. */
  docs: 'write' | 'check' | null;
};

type Circumstances = { env: NodeJS.ProcessEnv; signal: AbortSignal; log: (line: string) => void };

/** Adapters that must pass nothing. */
const controlIds = ['noop', 'start-url', 'data-url', 'file-url', 'spoof', 'spoof-network'] as const;

/**
 * Plays the controls and the transcripts on one server. `well` is false where a control passes or ends in another
 * status than it must, or where a transcript does not pass.
 */
export async function audit(
  options: AuditOptions,
  circumstances: Circumstances,
): Promise<{ lines: string[]; ok: boolean }> {
  const server = findServer(options.server);
  const columns: { id: string; cells: Map<string, string>; wrong: string[] }[] = [];
  const folders: { id: string; out: string }[] = [];
  let tasks: Task[] = [];
  for (const id of ['mock', ...controlIds]) {
    const lacks = (await findAdapter(id).make(noOptions)).lacks?.(server) ?? null;
    if (lacks) {
      circumstances.log(`${id}: not applicable to ${server.id}: ${lacks}`);
      columns.push({ id, cells: new Map(), wrong: [] });
      continue;
    }
    const out = `${options.out}/${id}`;
    const plan = await makePlan(planOptions(options, id, out), circumstances.env);
    tasks = plan.runs.flatMap(({ scheduled }) => scheduled.map(({ file }) => file.task));
    const { runs } = await playPlan(plan, { signal: circumstances.signal, commandLine: `audit ${id}` });
    if (circumstances.signal.aborted) return { lines: ['interrupted'], ok: false };
    folders.push({ id, out });
    columns.push({ id, ...judgeColumn(id, plan, runs) });
    circumstances.log(`${id}: ${columns.at(-1)?.wrong.length === 0 ? 'as it must be' : 'NOT as it must be'}`);
  }
  const table = align([
    ['task', ...columns.map(({ id }) => (id === 'mock' ? 'transcript' : id))],
    ...tasks.map(({ id }) => [id, ...columns.map(({ cells }) => cells.get(id) ?? 'not applicable')]),
  ]);
  const wrong = columns.flatMap((column) => column.wrong);
  const mutations = options.mutate ? await mutationTable(tasks, folders) : null;
  const documented =
    mutations && options.docs ? await validityTable(options.project, mutations, options.docs) : null;
  const stale = options.docs === 'check' && documented && !documented.current;
  return {
    lines: [
      ...table,
      '',
      ...wrong,
      ...(mutations?.lines ?? []),
      ...(stale ? ['docs/validity.md: its table is not current; write it with --docs write'] : []),
      wrong.length === 0
        ? 'every control failed, every transcript passed'
        : `${wrong.length} not as they must be`,
    ],
    ok: wrong.length === 0 && (mutations?.ok ?? true) && !stale,
  };
}

function judgeColumn(
  id: string,
  { runs: planned }: Plan,
  runs: readonly Run[],
): { cells: Map<string, string>; wrong: string[] } {
  const taskOf = new Map(
    planned.flatMap(({ scheduled }) => scheduled.map(({ file }) => [file.task.id, file.task])),
  );
  const results = runs.flatMap(({ episodes }) => episodes);
  const wrong = results.flatMap((result) => {
    const task = taskOf.get(result.taskId);
    const must = task ? mustBe(id, task) : [];
    return must.includes(result.status)
      ? []
      : [`${result.taskId} ${id}: must be ${must.join(' or ')}; found ${described(result)}`];
  });
  return { cells: new Map(results.map(({ taskId, status }) => [taskId, status])), wrong };
}

/** The statuses that an adapter may end a task with. */
function mustBe(adapter: string, task: Task): Result['status'][] {
  if (adapter === 'mock') return ['passed'];
  const forging = adapter === 'spoof' || adapter === 'spoof-network';
  return forging && task.verify === 'reload' && canBeForged(task.success) ? ['tampered'] : ['failed'];
}

/** Whether one script call can make a page that such a contract's first look passes. */
function canBeForged(contract: Contract): boolean {
  return kindsOf(contract).every((kind) =>
    ['url', 'dom_text', 'dom_count', 'and', 'or', 'not'].includes(kind),
  );
}

function described({ status, failedPostcondition, error }: Result): string {
  return [status, failedPostcondition?.name, error].filter(Boolean).join(', ');
}

function planOptions(
  { project, server, suites, taskIds, workers }: AuditOptions,
  adapter: string,
  out: string,
): PlanOptions {
  return { ...quietOptions(project), suites, taskIds, server, adapter, workers, out };
}
