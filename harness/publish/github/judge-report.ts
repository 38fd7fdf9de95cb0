import { appendFile } from 'node:fs/promises';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { passedOf, SummarisedReport, summariseReport } from './summarise-report.ts';

/**
 * Whether at least `minPassed` episodes (null: all) of a `report.json` passed. In GitHub Actions the summary of the
 * step shows it, and `passed` and `total` are outputs of the step. Throws `UserError` for a file that is no report.
 */
export async function judgeReport(
  file: string,
  minPassed: number | null,
  env: NodeJS.ProcessEnv,
): Promise<{ lines: string[]; ok: boolean; counts: { passed: number; total: number; minPassed: number } }> {
  const report = readJson(file, SummarisedReport);
  const passed = passedOf(report);
  const total = report.episodes.length;
  if (minPassed !== null && minPassed > total)
    throw new UserError(`--min-passed: found ${minPassed}; only ${total} were played`);
  const asked = minPassed ?? total;
  const ok = total > 0 && passed >= asked;
  const line = `${passed} of ${total} passed; at least ${asked} must`;
  if (env.GITHUB_STEP_SUMMARY)
    await appendFile(
      env.GITHUB_STEP_SUMMARY,
      [
        '### contract-bench',
        '',
        ...summariseReport(report),
        '',
        `${ok ? 'Enough' : 'Not enough'}: ${line}.`,
        '',
      ].join('\n'),
    );
  if (env.GITHUB_OUTPUT) await appendFile(env.GITHUB_OUTPUT, `passed=${passed}\ntotal=${total}\n`);
  return { lines: [line], ok, counts: { passed, total, minPassed: asked } };
}
