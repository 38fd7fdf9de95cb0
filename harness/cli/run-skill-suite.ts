import { writeFile } from 'node:fs/promises';
import { tooFewTasks } from '../experiments/skills/aggregate.ts';
import { Gate, gateFailure, junit, runTable } from '../experiments/skills/report.ts';
import { checkSuite, runSuite } from '../experiments/skills/run-suite.ts';
import { loadConfig, type SuiteSetup } from '../experiments/skills/skill-config.ts';
import { count } from '../platform/words/format.ts';
import type { Context, Outcome } from './commands/command.ts';
import { checkWritable } from './report-skill-run.ts';
import { serverChoice } from './server-choice.ts';

/** SkillVault's codes, and one for the gate. */
const exitCodes = { usage: 1, gate: 3, interrupted: 130 } as const;

export type SkillSuiteValues = {
  config: string;
  format: 'json' | 'table';
  out: string | null;
  deterministic: boolean;
  gate: string | null;
  junit: string | null;
  strict: boolean;
  placebo: boolean;
  allowLeak: boolean;
};

/** What a suite is looked up with, servers of the configuration among them. */
export function suiteSetup(
  { placebo, allowLeak }: Pick<SkillSuiteValues, 'placebo' | 'allowLeak'>,
  { config, project }: Pick<Context, 'config' | 'project'>,
): SuiteSetup {
  const serverOf = (server: string) =>
    serverChoice({ server, serverCommand: null, serverId: null }, { config, project });
  return { project, serverOf, placebo, allowLeak };
}

/** All mistakes of a suite that would keep it from being run. Throws `UserError`. */
export async function checkSkillSuite(
  { config: file, strict, ...values }: Pick<SkillSuiteValues, 'config' | 'strict' | 'placebo' | 'allowLeak'>,
  context: Context,
): Promise<Outcome> {
  const loaded = await loadConfig(file, { folder: context.folder, strict });
  const { warnings, config } = loaded;
  for (const warning of warnings) context.log(`warning: ${warning}`);
  await checkSuite(loaded, suiteSetup(values, context));
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
  const run = await runSuite(loaded, {
    ...suiteSetup(values, context),
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
  if (run.incomplete) return { lines, exitCode: exitCodes.interrupted, data: run };
  const failure = gate && gateFailure(run, gate.data);
  if (failure) log(`gate ${values.gate}: ${failure}`);
  return { lines, exitCode: failure ? exitCodes.gate : 0, data: run };
}
