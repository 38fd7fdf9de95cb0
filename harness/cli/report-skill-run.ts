import { readFile, writeFile } from 'node:fs/promises';
import { parseSkillRun, reportTable, skillReport } from '../experiments/skills/report.ts';
import { UserError } from '../platform/errors/user-error.ts';
import { checkWritable } from './check-writable.ts';
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
  const text = await readFile(input, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`--input ${input}: cannot be read (${error.code})`);
  });
  const report = skillReport(parseSkillRun(text, input));
  const shown = format === 'json' ? JSON.stringify(report, null, 2) : reportTable(report).trimEnd();
  if (out !== null) await writeFile(out, `${shown}\n`);
  return { lines: out === null ? [shown] : [], exitCode: 0, data: report };
}
