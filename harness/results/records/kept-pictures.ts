import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { sha256 } from '../../platform/digest.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Result, Run } from './result.ts';

/** Of one picture: thousands of them lie in a repository. */
export const mostPictureBytes = 25_000;

/** Where a picture lies beside the results. */
export function pictureFileOf(resultsDir: string, digest: string): string {
  return join(resultsDir, 'pictures', digest.slice(0, 2), `${digest}.webp`);
}

/**
 * The episodes of a run that people are shown with pictures: one of each status; of an agent or a model one of each
 * status of each template; of the oracle one of each template; of a replay, which a gate plays, all that did not pass.
 * The first in the order of the run stands for the others. None of a run that is not complete, which is no row, and none of
 * the live web: what a page shows is not redacted.
 */
export function shownEpisodes({
  complete,
  config,
  episodes,
}: Pick<Run, 'complete' | 'config' | 'episodes'>): Result[] {
  if (!complete || config.web !== 'hermetic') return [];
  const { kind } = config;
  const seen = new Set<string>();
  return episodes.filter(({ status, templateId }) => {
    const keys = [`status ${status}`];
    if (kind === 'model' || kind === 'agent') keys.push(`${templateId} ${status}`);
    if (kind === 'oracle') keys.push(`template ${templateId}`);
    const isNew = keys.some((key) => !seen.has(key));
    for (const key of keys) seen.add(key);
    return isNew || (kind === 'replay' && status !== 'passed');
  });
}

const PictureLine = z.object({
  type: z.literal('picture'),
  taskId: z.string(),
  trial: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The digests of the pictures of the shown episodes, by the events of the run. */
export function shownPictures(run: Parameters<typeof shownEpisodes>[0], events: string): Set<string> {
  const shown = new Set(shownEpisodes(run).map(({ taskId, trial }) => `${taskId} ${trial}`));
  const digests = events.split('\n').flatMap((line) => {
    if (!line.includes('"picture"')) return [];
    const { data } = PictureLine.safeParse(jsonOrUndefined(line));
    return data && shown.has(`${data.taskId} ${data.trial}`) ? [data.sha256] : [];
  });
  return new Set(digests);
}

/** Throws UserError for a file that is not what its name says, is too large, or belongs to no shown episode. */
export function checkPicture(file: string, shown: ReadonlySet<string> | null): void {
  const content = readFileSync(file);
  const digest = basename(file, '.webp');
  const fail = (what: string) => new UserError(`${file}: ${what}`);
  const found = sha256(content);
  if (found !== digest) throw fail(`file name: must be the digest of the picture; found ${found}`);
  if (basename(dirname(file)) !== digest.slice(0, 2))
    throw fail(`folder: must be ${digest.slice(0, 2)}, the first two digits`);
  if (content.length > mostPictureBytes)
    throw fail(`must have at most ${mostPictureBytes} bytes; found ${content.length}`);
  if (shown && !shown.has(digest))
    throw fail('must be named by the events of an episode that is shown with pictures');
}
