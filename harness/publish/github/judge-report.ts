import { appendFile } from 'node:fs/promises';
import * as z from 'zod';
import { oneLine } from '../../platform/errors/one-line.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { nameAndVersion } from '../../results/records/custom-id.ts';
import { statusNames } from '../../results/records/statuses.ts';
import { missesOf, whatWasSaid } from '../../results/records/why-not-passed.ts';

/**
 * Whether at least `minPassed` episodes (null: all) of a `report.json` passed. In GitHub Actions, the summary of the step
 * shows it, and `passed` and `total` are outputs of the step. `reasons` are further reasons why the report is not enough.
 * Throws `UserError` for an invalid report.
 */
export async function judgeReport(
  file: string,
  minPassed: number | null,
  env: NodeJS.ProcessEnv,
  reasons: readonly string[] = [],
): Promise<{ lines: string[]; ok: boolean; counts: { passed: number; total: number; minPassed: number } }> {
  const report = readJson(file, SummarisedReport);
  const passed = passedOf(report);
  const total = report.episodes.length;
  if (minPassed !== null && minPassed > total)
    throw new UserError(
      `--min-passed: got ${minPassed}; expected at most ${total}, the number of played episodes`,
    );
  const asked = minPassed ?? total;
  const enough = total > 0 && passed >= asked;
  const line = `${passed} of ${total} passed; at least ${asked} must`;
  if (env.GITHUB_STEP_SUMMARY)
    await appendFile(
      env.GITHUB_STEP_SUMMARY,
      [
        '### contract-bench',
        '',
        ...summariseReport(report),
        '',
        `${enough ? 'Enough' : 'Not enough'}: ${line}.`,
        '',
        ...reasons.flatMap((reason) => [`Failed: ${markdownText(reason, 400)}`, '']),
      ].join('\n'),
    );
  if (env.GITHUB_OUTPUT) await appendFile(env.GITHUB_OUTPUT, `passed=${passed}\ntotal=${total}\n`);
  const ok = enough && reasons.length === 0;
  return {
    lines: [line, ...reasons.map((reason) => `FAILED  ${oneLine(reason)}`)],
    ok,
    counts: { passed, total, minPassed: asked },
  };
}

const name = z.string().min(1).max(100);
const text = z.string().max(10_000);

/** The fields of a `report.json` for a summary, with limits because its author is unknown. */
export const SummarisedReport = z.object({
  schema: z.literal('contract-bench.report.v1'),
  adapter: name,
  server: z.object({ id: name, version: name }),
  episodes: z
    .array(
      z.object({
        suite: name,
        taskId: name,
        trial: z.int().min(1).max(100),
        status: z.enum(statusNames),
        failedPostcondition: z.object({ name: text, wanted: text, observed: text }).optional(),
        drift: z.object({ reason: name, expected: text, actual: text }).optional(),
        error: text.optional(),
        serverErrors: z.int().nonnegative().optional(),
        lastServerError: z.object({ tool: text, said: text, answers: z.int() }).optional(),
        missedRequest: text.optional(),
      }),
    )
    .max(2_000),
});
export type SummarisedReport = z.infer<typeof SummarisedReport>;

/** Four reports and their surroundings stay below the 65,536 characters of a comment. */
const maxTableCharacters = 15_000;

/** The recounted score as one line of Markdown, and a table of the episodes that did not pass, up to a limit. */
export function summariseReport({ server, adapter, episodes }: SummarisedReport): string[] {
  const lost = episodes.filter(({ status }) => status !== 'passed');
  const head = `${markdownText(nameAndVersion(server.id, server.version))}, adapter ${markdownText(adapter)}: **${passedOf({ episodes })} of ${episodes.length} passed**`;
  if (lost.length === 0) return [head];
  const rows = rowsWithin(maxTableCharacters, lost.map(row));
  const more = lost.length - rows.length;
  return [
    head,
    '',
    '| task | status | clause | wanted | observed | said |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...(more > 0 ? ['', `and ${more} more`] : []),
  ];
}

function passedOf({ episodes }: Pick<SummarisedReport, 'episodes'>): number {
  return episodes.filter(({ status }) => status === 'passed').length;
}

function rowsWithin(most: number, rows: readonly string[]): string[] {
  let characters = 0;
  return rows.filter((line) => {
    characters += line.length + 1;
    return characters <= most;
  });
}

function row(episode: SummarisedReport['episodes'][number]): string {
  const { taskId, trial, status } = episode;
  const task = trial === 1 ? taskId : `${taskId} (trial ${trial})`;
  const [miss] = missesOf(episode);
  const why = miss ? [miss.name, miss.wanted, miss.observed] : ['', '', ''];
  const said = [...(episode.error ? [episode.error] : []), ...whatWasSaid(episode)].join('; ');
  return `| ${[markdownText(task), status, ...[...why, said].map((each) => markdownText(each))].join(' | ')} |`;
}

/**
 * Third-party text as Markdown that only displays it. Character references create no structure (no table cell, link, tag or
 * emphasis), and GitHub creates no mention or reference inside `<code>`.
 */
export function markdownText(text: string, maxCharacters = 160): string {
  const shown = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const characters = [...shown];
  const cut = characters.length > maxCharacters;
  const kept = cut ? [...characters.slice(0, maxCharacters - 1), '…'] : characters;
  if (kept.length === 0) return '';
  return `<code>${kept.map((character) => (plain.test(character) ? character : reference(character))).join('')}</code>`;
}

const plain = /^[\p{L}\p{N}… ]$/u;

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
