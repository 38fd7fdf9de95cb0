import path from 'node:path';
import { type AdapterMaker, noOptions } from '../../agents/adapter.ts';
import { adaptersOf, findAdapter } from '../../agents/index.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { align } from '../../platform/words/columns.ts';
import { makePlan } from '../../run/make-plan.ts';
import { type PlanOptions, quietOptions } from '../../run/plan.ts';
import { playPlan } from '../../run/play-plan.ts';
import { chooseServer } from '../../servers/index.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import type { Suite } from '../../task/suite.ts';
import type { Task } from '../../task/task.ts';
import { type Column, judgeColumn } from './judge-column.ts';
import { mutationTable } from './mutation-table.ts';
import { outcomeTable } from './outcome-table.ts';
import { reachedOf } from './reached.ts';
import { templateSection } from './template-section.ts';
import { templateTable } from './template-table.ts';
import { validityTable } from './validity-table.ts';

export type AuditOptions = Pick<
  PlanOptions,
  | 'project'
  | 'server'
  | 'serverCommand'
  | 'serverData'
  | 'suites'
  | 'taskIds'
  | 'tasks'
  | 'webRoot'
  | 'transcripts'
  | 'workers'
  | 'out'
> & {
  mutate: boolean;
  /** Ids of the controls to play; null for all. */
  controls: readonly string[] | null;
  /** What to do with the tables in docs/validity.md: that of the outcomes where all tasks are played, that of a suite of templates where all of it is, that of the mutations with `mutate`. */
  docs: 'write' | 'check' | null;
};

type Circumstances = { env: NodeJS.ProcessEnv; signal: AbortSignal; log: (line: string) => void };

/** The recordings, which must pass everything, and all that must pass nothing. */
export const audited: readonly AdapterMaker[] = [...adaptersOf('replay'), ...adaptersOf('control')];

/** Of a suite that the oracle gates: nobody has recorded it. */
const auditedByOracle: readonly AdapterMaker[] = [...adaptersOf('oracle'), ...adaptersOf('control')];

/**
 * Plays the controls and the transcripts on one server. `well` is false where a control passes or ends in another
 * status than it must, or where a transcript does not pass.
 */
export async function audit(
  options: AuditOptions,
  circumstances: Circumstances,
): Promise<{ lines: string[]; ok: boolean }> {
  const server = chooseServer(options);
  const columns: Column[] = [];
  const folders: { name: string; out: string }[] = [];
  let tasks: Task[] = [];
  const suites = await suitesOf(options);
  const [suite] = suites;
  const asked = options.suites.length > 0 ? options.suites : suites.map(({ id }) => id);
  const makers = suite?.gate === 'oracle' ? auditedByOracle : audited;
  const templates = suite?.templates ? await templateTable({ ...options, suite }, circumstances) : null;
  const taskIds = templates ? templates.rows.flatMap(([id]) => id ?? []) : options.taskIds;
  for (const maker of makers.filter((each) => isAsked(each, options.controls))) {
    const { id, kind } = maker;
    const lacks = (await maker.make(noOptions)).lacks?.(server) ?? null;
    if (lacks) {
      circumstances.log(`${id}: not applicable to ${server.id}: ${lacks}`);
      columns.push({ maker, cells: new Map(), wrong: [], unable: [], told: [] });
      continue;
    }
    const out = `${options.out}/${id}`;
    const plan = await makePlan(
      {
        ...planOptions({ ...options, taskIds, suites: asked }, id, out),
        // Where nobody has recorded a suite, controls look for what the oracle has just done.
        ...(makers === auditedByOracle && {
          record: kind === 'oracle',
          transcripts: oracleTranscripts(options),
        }),
      },
      circumstances.env,
    );
    tasks = plan.runs.flatMap(({ scheduled }) => scheduled.map(({ file }) => file.task));
    const { runs } = await playPlan(plan, { signal: circumstances.signal, commandLine: `audit ${id}` });
    if (circumstances.signal.aborted) return { lines: ['interrupted'], ok: false };
    folders.push({ name: maker.kind === 'control' ? id : 'true', out });
    columns.push(judgeColumn(maker, plan, runs, await reachedOf(maker, out, runs)));
    circumstances.log(`${id}: ${columns.at(-1)?.wrong.length === 0 ? 'as it must be' : 'NOT as it must be'}`);
  }
  const table = align([
    ['task', ...columns.map(({ maker }) => (maker.kind === 'replay' ? 'transcript' : maker.id))],
    ...tasks.map(({ id }) => [id, ...columns.map(({ cells }) => cells.get(id) ?? 'not applicable')]),
  ]);
  const wrong = [...(templates?.wrong ?? []), ...columns.flatMap((column) => column.wrong)];
  const unable = columns.flatMap((column) => column.unable);
  const mutations = options.mutate ? await mutationTable(tasks, folders) : null;
  const documented =
    mutations && options.docs ? await validityTable(options.project, mutations, options.docs) : null;
  const isWhole = options.suites.length === 0 && options.taskIds.length === 0 && options.tasks === null;
  const ids = audited.map(({ id }) => id);
  const outcomes =
    options.docs && isWhole
      ? await outcomeTable(options.project, server.id, columns, { ids, mode: options.docs })
      : null;
  const ofTemplates =
    options.docs && templates && options.controls === null && options.taskIds.length === 0
      ? await templateSection(options.project, templates, columns, options.docs)
      : null;
  const stale =
    options.docs === 'check' && [documented, outcomes, ofTemplates].some((table) => table?.current === false);
  return {
    lines: [
      ...(templates ? [...align([templates.head, ...templates.rows]), ''] : []),
      ...table,
      '',
      ...wrong,
      ...unable,
      ...columns.flatMap(({ told }) => told),
      ...(mutations?.lines ?? []),
      ...(stale ? ['docs/validity.md: its tables are not current; write them with --docs write'] : []),
      wrong.length === 0
        ? `every control failed${unable.length === 0 ? '' : ' or cannot'}, every ${suite?.gate === 'oracle' ? 'right way' : 'transcript'} passed`
        : `${wrong.length} not as they must be`,
    ],
    ok: wrong.length === 0 && (mutations?.ok ?? true) && !stale,
  };
}

/** Those that are named, or all that no templates make; a suite that the oracle gates is audited alone. Throws `UserError`. */
async function suitesOf({ project, suites: names, taskIds, tasks }: AuditOptions): Promise<Suite[]> {
  if (tasks !== null) return [];
  const suites = (await readSuites(project.suites, noPatternCheck)).suites.map((each) => each.suite);
  if (names.length === 0 && taskIds.length === 0) return suites.filter(({ templates }) => !templates);
  const asked = suites.filter(({ id }) => names.includes(id));
  if (asked.length > 1 && asked.some(({ gate }) => gate === 'oracle'))
    throw new UserError(`--suite: found ${names.join(', ')}; a suite that the oracle gates is audited alone`);
  return asked;
}

/** Throws `UserError` for a control that there is not. */
function isAsked({ id, kind }: AdapterMaker, controls: AuditOptions['controls']): boolean {
  for (const control of controls ?? []) findAdapter(control);
  return controls === null || kind !== 'control' || controls.includes(id);
}

function oracleTranscripts({ out }: AuditOptions): string {
  return path.join(out, 'oracle', 'transcripts');
}

function planOptions(
  { mutate: _, controls, docs, ...options }: AuditOptions,
  adapter: string,
  out: string,
): PlanOptions {
  return { ...quietOptions(options.project), ...options, adapter, out };
}
