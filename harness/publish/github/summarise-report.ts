import * as z from 'zod';
import { Status } from '../../results/records/statuses.ts';
import { missesOf, whatWasSaid } from '../../results/records/why-not-passed.ts';
import { markdownText } from './markdown-text.ts';

const name = z.string().min(1).max(100);
const text = z.string().max(10_000);

/** What a summary takes from a `report.json`, within bounds, whoever wrote it. */
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
        status: Status,
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

/** Four reports and what is around them stay below the 65,536 characters of a comment. */
const maxTableCharacters = 15_000;

/** One line of Markdown for the score, counted anew, and a table of the episodes that did not pass, as far as it goes. */
export function summariseReport({ server, adapter, episodes }: SummarisedReport): string[] {
  const lost = episodes.filter(({ status }) => status !== 'passed');
  const head = `${markdownText(`${server.id} ${server.version}`)}, adapter ${markdownText(adapter)}: **${passedOf({ episodes })} of ${episodes.length} passed**`;
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

export function passedOf({ episodes }: Pick<SummarisedReport, 'episodes'>): number {
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
