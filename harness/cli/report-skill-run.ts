import { open, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { reportTable, skillReport } from '../experiments/skills/report.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { readJson } from '../platform/files/read-json.ts';
import { SkillRun } from '../results/records/skill-run.ts';
import type { Outcome } from './commands/command.ts';
/** The report of a stored run of skills, printed or written to `out`. Throws `UserError`. */
export async function reportSkillRun({
  input,
  format,
  out,
}: {
  input: string;
  format: 'json' | 'table';
  out: string | null;
}): Promise<Outcome> {
  if (out !== null) await checkWritable(out);
  const report = skillReport(readJson(input, SkillRun, { who: `--input ${input}` }));
  const shown = format === 'json' ? JSON.stringify(report, null, 2) : reportTable(report).trimEnd();
  if (out !== null) await writeFile(out, `${shown}\n`);
  return { lines: out === null ? [shown] : [], exitCode: 0, data: report };
}

/** Checks before a run that its result can be written. Throws `UserError`. */
export async function checkWritable(file: string): Promise<void> {
  try {
    makeFolder(path.dirname(file));
    const there = await stat(file).catch(() => null);
    if (there?.isDirectory()) throw new Error('is a folder');
    await (await open(file, 'a')).close();
    // A later error must not leave an empty file.
    if (!there) await rm(file);
  } catch (error) {
    throw new UserError(`${file}: cannot be written (${error instanceof Error ? error.message : error})`);
  }
}
