import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { HarRecorder } from '../browser/record-har.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { exitCodeOf } from './exit-code.ts';
import { makePlan } from './make-plan.ts';
import type { PlanOptions } from './plan-options.ts';
import { playPlan } from './play-plan.ts';

/**
 * Plays one task on the live web and saves the answers of its pages as `<out>/<task>.har`, which `--web har:<file>`
 * serves again. Writes nothing if the episode does not pass. Returns the exit code.
 */
export async function freeze(
  options: PlanOptions,
  { env, signal, commandLine }: { env: NodeJS.ProcessEnv; signal: AbortSignal; commandLine: string },
): Promise<{ exitCode: number; file: string | null }> {
  if (options.web !== 'live')
    throw new UserError(
      `freeze: got --web ${options.web}; expected no --web, because freeze records the live web`,
    );
  const planned = await makePlan({ ...options, save: false }, env);
  const [first, ...others] = planned.runs.flatMap(({ scheduled }) => scheduled);
  if (!first || others.length > 0)
    throw new UserError(
      `freeze: got ${others.length + 1} episodes; expected one. Choose one task with --task`,
    );
  const recorder = new HarRecorder();
  const end = await playPlan({ ...planned, recorder }, { signal, commandLine });
  const exitCode = exitCodeOf({ ...end, strict: true });
  if (exitCode !== 0) return { exitCode, file: null };
  const file = path.join(options.out, `${first.file.task.id}.har`);
  await writeFile(file, `${JSON.stringify(recorder.har(), null, 2)}\n`);
  return { exitCode, file };
}
