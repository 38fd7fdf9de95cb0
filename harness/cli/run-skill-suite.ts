import { writeFile } from 'node:fs/promises';
import { Gate, gateFailure, junit, runTable } from '../experiments/skills/report.ts';
import { runSuite } from '../experiments/skills/run-suite.ts';
import { loadConfig } from '../experiments/skills/skill-config.ts';
import type { Context, Outcome } from './commands/command.ts';
import { checkWritable } from './report-skill-run.ts';

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

/** Runs a suite of skills; `data` is the whole record. Throws `UserError`. */
export async function runSkillSuite(
  values: SkillSuiteValues,
  { project, folder, signal, log }: Context,
): Promise<Outcome> {
  const gate = values.gate === null ? null : Gate.safeParse(values.gate);
  if (gate && !gate.success) {
    const message = `--gate: found "${values.gate}"; allowed are no-regression, significant, min-pass-rate=<0..1>`;
    log(message);
    return { lines: [], exitCode: exitCodes.usage, data: { error: { message, exitCode: exitCodes.usage } } };
  }
  for (const file of [values.out, values.junit]) if (file !== null) await checkWritable(file);
  const loaded = await loadConfig(values.config, { folder, strict: values.strict });
  for (const warning of loaded.warnings) log(`warning: ${warning}`);
  const run = await runSuite(loaded, {
    project,
    deterministic: values.deterministic || loaded.config.execution.deterministic,
    placebo: values.placebo,
    allowLeak: values.allowLeak,
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
