import path from 'node:path';
import { type BuiltInAgentMaker, noOptions } from '../../agents/built-in-agent.ts';
import { builtInAgentsOf, findBuiltInAgent } from '../../agents/index.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { align } from '../../platform/words/columns.ts';
import type { AuditRecord } from '../../results/records/audit-record.ts';
import { recordedServerId } from '../../results/records/custom-id.ts';
import { makePlan } from '../../run/make-plan.ts';
import { type Plan, quietOptions } from '../../run/plan.ts';
import type { PlanOptions } from '../../run/plan-options.ts';
import { playPlan } from '../../run/play-plan.ts';
import { chooseServer } from '../../servers/index.ts';
import { pagesFor, uncheckedLines } from '../../task/pages/installed-pages.ts';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck } from '../../task/read-tasks.ts';
import type { Suite } from '../../task/suite.ts';
import { auditRecords, differences, storeAudit } from './audit-records.ts';
import { EpisodePool } from './episode-pool.ts';
import { type Column, cellText, judgeColumn, reachedOf } from './judge-column.ts';
import { mutationTable } from './mutation-table.ts';
import { templateTable } from './template-table.ts';

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
  | 'out'
> & {
  workers: number;
  mutate: boolean;
  /** Ids of the controls to play; null for all. */
  controls: readonly string[] | null;
  /** Stores the audit of each suite; for recorded suites, the mutations too. */
  write: boolean;
  /** Compares the audit with the stored one. */
  check: boolean;
};

type Circumstances = { env: NodeJS.ProcessEnv; signal: AbortSignal; log: (line: string) => void };

/** The recordings, which must pass every task, and the controls, which must pass none. */
export const audited: readonly BuiltInAgentMaker[] = [
  ...builtInAgentsOf('replay'),
  ...builtInAgentsOf('control'),
];

/** Suites without recordings: those gated by the oracle, and those without a gate, of which nothing must pass. */
function auditedBy(gate: Suite['gate']): readonly BuiltInAgentMaker[] {
  if (gate === 'transcripts') return audited;
  return [...(gate === 'oracle' ? builtInAgentsOf('oracle') : []), ...builtInAgentsOf('control')];
}

const mustPass: Readonly<Record<Suite['gate'], string>> = {
  transcripts: ', every transcript passed',
  oracle: ', every reference solution passed',
  none: '',
};

/**
 * Plays the negative controls and the transcripts on one server. `ok` is false if a control passes or ends in an unexpected
 * status, if a transcript does not pass, and, with `check`, if the stored audit differs. Throws `UserError`.
 */
export async function audit(
  options: AuditOptions,
  circumstances: Circumstances,
): Promise<{ lines: string[]; ok: boolean; records: AuditRecord[] }> {
  const { project, write, check } = options;
  const isWhole = options.taskIds.length === 0 && options.tasks === null && options.controls === null;
  if (write && !isWhole)
    throw new UserError(
      '--write: a stored audit covers all tasks and controls of a suite; remove --task, --tasks and --control',
    );
  const server = chooseServer(options);
  const chosen = await suitesOf(options);
  const unchecked = await uncheckedLines(chosen.left.concat(chosen.suites), circumstances.env);
  const missing = await missingOf(chosen.suites, circumstances.env);
  const suites = chosen.suites.filter(({ id }) => !missing.includes(id));
  if (missing.length > 0 && suites.length === 0) return { lines: unchecked, ok: true, records: [] };
  const [suite] = suites;
  const isRecorded = suite === undefined || suite.gate === 'transcripts';
  const byOracle = suite?.gate === 'oracle';
  const asked =
    options.suites.length > 0
      ? options.suites.filter((id) => !missing.includes(id))
      : suites.map(({ id }) => id);
  const makers = auditedBy(suite?.gate ?? 'transcripts').filter((each) => isAsked(each, options.controls));
  // The oracle plays first, because the controls look for its results; recordings exist already.
  const isFirst = ({ kind }: BuiltInAgentMaker) => byOracle && kind !== 'control';
  const pool = new EpisodePool(options.workers, circumstances.log);
  const templates = suite?.templates
    ? await templateTable({ ...options, suite }, { ...circumstances, pool })
    : null;
  const taskIds = templates ? templates.instances.map(({ id }) => id) : options.taskIds;
  const play = async (maker: BuiltInAgentMaker): Promise<{ column: Column; plan: Plan | null }> => {
    const { id, kind } = maker;
    const lacks = (await maker.make(noOptions)).lacks?.(server) ?? null;
    if (lacks) {
      circumstances.log(`${id}: not applicable to ${server.id}: ${lacks}`);
      return { column: { maker, lacks, cells: new Map(), wrong: [], unable: [], notes: [] }, plan: null };
    }
    const out = outOf(options, id);
    const plan = await makePlan(
      {
        ...planOptions({ ...options, taskIds, suites: asked }, id, out),
        // In a suite without recordings, controls look for what the oracle has just done.
        ...(byOracle && {
          record: kind === 'oracle',
          transcripts: oracleTranscripts(options),
        }),
      },
      circumstances.env,
    );
    // After the oracle, the number of episodes of all controls is known.
    const times = isFirst(maker) ? makers.length : Number(!byOracle);
    pool.expect(times * plan.runs.reduce((sum, { scheduled }) => sum + scheduled.length, 0));
    const { signal } = circumstances;
    const { runs } = await playPlan(plan, { signal, commandLine: `audit ${id}`, slot: pool.slot });
    const column = judgeColumn(maker, plan, runs, await reachedOf(maker, out, runs));
    if (!signal.aborted)
      circumstances.log(`${id}: ${column.wrong.length === 0 ? 'as expected' : 'NOT as expected'}`);
    return { column, plan };
  };
  const first = await Promise.all(makers.filter(isFirst).map(play));
  const rest = await Promise.all(makers.filter((maker) => !isFirst(maker)).map(play));
  if (circumstances.signal.aborted) return { lines: ['interrupted'], ok: false, records: [] };
  const played = [...first, ...rest];
  const columns = played.map(({ column }) => column);
  const plans = played.flatMap(({ plan }) => plan ?? []);
  const [planned] = plans;
  const servers = plans.flatMap(({ runs }) => runs.map(({ run }) => run.config.server));
  const tasks = planned?.runs.flatMap(({ scheduled }) => scheduled.map(({ file }) => file.task)) ?? [];
  const table = align([
    ['task', ...columns.map(({ maker }) => (maker.kind === 'replay' ? 'transcript' : maker.id))],
    ...tasks.map(({ id }) => [
      id,
      ...columns.map(({ cells }) => {
        const cell = cells.get(id);
        return cell ? cellText(cell) : 'not applicable';
      }),
    ]),
  ]);
  const wrong = [...(templates?.wrong ?? []), ...columns.flatMap((column) => column.wrong)];
  const unable = columns.flatMap((column) => column.unable);
  const mutations =
    options.mutate || (write && isRecorded)
      ? await mutationTable(
          tasks,
          columns.flatMap(({ maker: { id, kind }, lacks }) =>
            lacks === null ? [{ name: kind === 'control' ? id : 'true', out: outOf(options, id) }] : [],
          ),
        )
      : null;
  const [version] = servers.filter(({ id }) => id === recordedServerId(server));
  const records =
    planned && version
      ? auditRecords(
          {
            // A user's own tasks have no edition.
            suites: planned.runs.flatMap(({ run: { suite, config }, scheduled }) =>
              config.edition === null
                ? []
                : [{ suite, edition: config.edition, taskIds: scheduled.map(({ file }) => file.task.id) }],
            ),
            ...{ columns, mutations, templates },
            confined: servers.every(({ confined }) => confined === true),
          },
          {
            server: {
              id: version.id,
              title: server.title,
              package: version.package,
              version: version.version,
            },
            browser: `${planned.chromium.name} ${planned.chromium.version}`,
            sha: planned.checkout.sha,
            at: new Date().toISOString(),
          },
        )
      : [];
  const stale = check ? records.flatMap((record) => differences(project.results, record)) : [];
  if (write)
    for (const record of records) circumstances.log(`written: ${storeAudit(project.results, record)}`);
  return {
    lines: [
      ...(templates ? [...templates.lines, ''] : []),
      ...table,
      '',
      ...wrong,
      ...unable,
      ...columns.flatMap(({ notes }) => notes),
      ...(mutations?.lines ?? []),
      ...stale,
      ...unchecked,
      wrong.length === 0
        ? `every control failed${unable.length === 0 ? '' : ' or cannot run'}${mustPass[suite?.gate ?? 'transcripts']}`
        : `${wrong.length} unexpected`,
    ],
    ok: wrong.length === 0 && (mutations?.ok ?? true) && stale.length === 0,
    records,
  };
}

/**
 * The named suites; else the suites that the project plays; else all suites with a gate that are not made from templates.
 * A suite without recordings is audited alone. `left`: suites that are left out for the lack of a gate. Throws `UserError`.
 */
export async function suitesOf({
  project,
  suites: names,
  taskIds,
  tasks,
}: Pick<AuditOptions, 'project' | 'suites' | 'taskIds' | 'tasks'>): Promise<{
  suites: Suite[];
  left: Suite[];
}> {
  if (tasks !== null) return { suites: [], left: [] };
  const suites = (await readSuites(project.suites, noPatternCheck)).suites.map((each) => each.suite);
  const { plays } = project;
  const own = plays && suites.filter(({ id }) => plays.includes(id));
  if (names.length === 0 && taskIds.length === 0) {
    if (own?.length === 1) return { suites: own, left: [] };
    const usual = (own ?? suites).filter(({ templates }) => !templates);
    const isGated = ({ gate }: Suite) => gate !== 'none';
    return { suites: usual.filter(isGated), left: usual.filter((each) => !isGated(each)) };
  }
  const asked = suites.filter(({ id }) => names.includes(id));
  if (asked.length > 1 && asked.some(({ gate }) => gate !== 'transcripts'))
    throw new UserError(
      `--suite: got ${names.join(', ')}; expected a single suite if one of them has no recordings (gate: oracle or none)`,
    );
  return { suites: asked, left: [] };
}

/** The ids of the suites whose pages are not installed. */
async function missingOf(suites: readonly Suite[], env: NodeJS.ProcessEnv): Promise<string[]> {
  const found = await Promise.all(
    suites.map(async (suite) => ({ id: suite.id, ...(await pagesFor(suite, env)) })),
  );
  return found.flatMap(({ id, why }) => (why === null ? [] : [id]));
}

/** Throws `UserError` for an unknown control. */
function isAsked({ id, kind }: BuiltInAgentMaker, controls: AuditOptions['controls']): boolean {
  for (const control of controls ?? []) findBuiltInAgent(control);
  return controls === null || kind !== 'control' || controls.includes(id);
}

function outOf({ out }: AuditOptions, adapter: string): string {
  return `${out}/${adapter}`;
}

function oracleTranscripts(options: AuditOptions): string {
  return path.join(outOf(options, 'oracle'), 'transcripts');
}

function planOptions(
  { mutate: _, controls, write, check, ...options }: AuditOptions,
  adapter: string,
  out: string,
): PlanOptions {
  return { ...quietOptions(options.project), ...options, adapter, out };
}
