import { writeFile } from 'node:fs/promises';
import { tooFewTasks } from '../experiments/skills/aggregate.ts';
import { Gate, gateFailure, junit, runTable } from '../experiments/skills/report.ts';
import { checkSuite, runSuite } from '../experiments/skills/run-suite.ts';
import { type LoadedConfig, loadConfig, type SuiteSetup } from '../experiments/skills/skill-config.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { flagName } from '../platform/flags.ts';
import { count } from '../platform/words/format.ts';
import type { RunValues } from '../run/plan-options.ts';
import type { Context, Outcome } from './commands/command.ts';
import { checkWritable } from './report-skill-run.ts';
import { serverChoice } from './server-choice.ts';

/** SkillVault's codes, and one for the gate. */
const exitCodes = { usage: 1, stopped: 2, gate: 3, interrupted: 130 } as const;

type ModelFlag =
  | 'model'
  | 'baseUrl'
  | 'keyFile'
  | 'maxUsd'
  | 'maxUsdTotal'
  | 'maxTokens'
  | 'context'
  | 'effort'
  | 'priceIn'
  | 'priceOut'
  | 'priceCacheWrite'
  | 'priceCacheRead';
type ModelValues = Pick<RunValues, ModelFlag>;

export type SkillSuiteValues = ModelValues & {
  config: string;
  format: 'json' | 'table';
  out: string | null;
  deterministic: boolean;
  gate: string | null;
  junit: string | null;
  strict: boolean;
  placebo: boolean;
  allowLeak: boolean;
  dryRun: boolean;
};

/** The names that a suite is resolved with, including servers of the configuration. */
export function suiteSetup(
  { placebo, allowLeak }: Pick<SkillSuiteValues, 'placebo' | 'allowLeak'>,
  { config, project }: Pick<Context, 'config' | 'project'>,
): SuiteSetup {
  const serverOf = (server: string) =>
    serverChoice({ server, serverCommand: null, serverId: null }, { config, project });
  return { project, serverOf, placebo, allowLeak };
}

/** The model of the episodes, from flags and environment. Throws `UserError` for a flag without effect. */
async function askingOf(
  values: ModelValues & { dryRun: boolean },
  { config }: LoadedConfig,
  env: NodeJS.ProcessEnv,
): Promise<NonNullable<SuiteSetup['asking']>> {
  const { model, baseUrl, keyFile, maxUsd, maxUsdTotal, maxTokens, context, effort } = values;
  const { priceIn, priceOut, priceCacheWrite, priceCacheRead, dryRun } = values;
  const flags = { model, baseUrl, keyFile, maxUsd, maxUsdTotal, maxTokens, context, effort };
  const prices = { priceIn, priceOut, priceCacheWrite, priceCacheRead };
  const typed = Object.entries({ ...flags, ...prices }).find(([, value]) => value !== null)?.[0];
  if (typed !== undefined) {
    const { modelAgents } = await import('../agents/models/model-adapter.ts');
    const models = modelAgents.flatMap(({ id, aliases }) => [id, ...aliases]);
    if (!config.tasks.some(({ episode }) => episode && models.includes(episode.adapter)))
      throw new UserError(
        `${flagName(typed)}: this flag is for a model, but no task of the suite uses one; expected a task with episode.adapter ${models.join(', ')}`,
      );
  }
  return {
    ...{ baseUrl, keyFile, maxUsdTotal, dryRun, env },
    model: {
      ...{ name: model ?? (env.OPENCHROME_BENCH_MODEL || null), maxUsd, maxTokens, context, effort },
      price: { input: priceIn, output: priceOut, cacheWrite: priceCacheWrite, cacheRead: priceCacheRead },
    },
  };
}

/** All mistakes that would prevent a run of the suite. Throws `UserError`. */
export async function checkSkillSuite(
  {
    config: file,
    strict,
    ...values
  }: Omit<SkillSuiteValues, 'dryRun' | 'format' | 'out' | 'deterministic' | 'gate' | 'junit'>,
  context: Context,
): Promise<Outcome> {
  const loaded = await loadConfig(file, { folder: context.folder, strict });
  const { warnings, config } = loaded;
  for (const warning of warnings) context.log(`warning: ${warning}`);
  // A missing key is not a mistake of the suite.
  const asking = await askingOf({ ...values, dryRun: true }, loaded, context.env);
  await checkSuite(loaded, { ...suiteSetup(values, context), asking });
  const [tasks, conditions] = [config.tasks.length, config.conditions.length];
  const few = tooFewTasks(tasks);
  const valid = `${file}: ${count(tasks, 'task')} under ${count(conditions, 'condition')}, valid`;
  return {
    lines: [valid, ...(few === null ? [] : [`note: ${few}`])],
    exitCode: 0,
    data: { config: file, tasks, conditions, warnings },
  };
}

/** Runs a suite of skills; `data` is the whole record. Throws `UserError`. */
export async function runSkillSuite(values: SkillSuiteValues, context: Context): Promise<Outcome> {
  const { folder, signal, log } = context;
  const gate = values.gate === null ? null : Gate.safeParse(values.gate);
  if (gate && !gate.success) {
    const message = `--gate: found "${values.gate}"; allowed are no-regression, significant, min-pass-rate=<0..1>`;
    log(message);
    return { lines: [], exitCode: exitCodes.usage, data: { error: { message, exitCode: exitCodes.usage } } };
  }
  for (const file of [values.out, values.junit]) if (file !== null) await checkWritable(file);
  const loaded = await loadConfig(values.config, { folder, strict: values.strict });
  for (const warning of loaded.warnings) log(`warning: ${warning}`);
  const few = tooFewTasks(loaded.config.tasks.length);
  if (few !== null) log(`note: ${few}`);
  const setup = { ...suiteSetup(values, context), asking: await askingOf(values, loaded, context.env) };
  if (values.dryRun) {
    const { lines, data } = await checkSuite(loaded, setup);
    return { lines, exitCode: 0, data: { dryRun: true, ...data } };
  }
  const run = await runSuite(loaded, {
    ...setup,
    log,
    deterministic: values.deterministic || loaded.config.execution.deterministic,
    signal,
    onProgress: ({ done, total, result }) =>
      log(
        `${done}/${total} ${result.condition_id} ${result.task_id}: ${result.passed ? 'passed' : result.error_category}`,
      ),
  });
  const json = JSON.stringify(run, null, 2);
  if (values.out !== null) await writeFile(values.out, `${json}\n`);
  if (values.junit !== null) await writeFile(values.junit, junit(run));
  const lines = [values.format === 'json' ? json : runTable(run).trimEnd()];
  if (run.stopped !== undefined) log(`the run stopped: ${run.stopped}`);
  if (run.incomplete) {
    const exitCode = run.stopped === undefined ? exitCodes.interrupted : exitCodes.stopped;
    return { lines, exitCode, data: run };
  }
  const failure = gate && gateFailure(run, gate.data);
  if (failure) log(`gate ${values.gate}: ${failure}`);
  return { lines, exitCode: failure ? exitCodes.gate : 0, data: run };
}
