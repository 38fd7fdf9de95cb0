import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';
import { sha256 } from '../../platform/digest.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import type { Result, Run } from './result.ts';

/** The limit for one picture, because a repository holds thousands of them. */
export const mostPictureBytes = 25_000;

/** The file of a picture, beside the results. */
export function pictureFileOf(resultsDir: string, digest: string): string {
  return join(resultsDir, 'pictures', digest.slice(0, 2), `${digest}.webp`);
}

/**
 * The episodes of a run that pages show with pictures: one for each status. For an agent or a model: one for each
 * status of each template. For the oracle: one for each template. For the control that does nothing: also one for each
 * template, which is the start page. For a replay, which a gate plays: all that did not
 * pass. The first in the order of the run is chosen. Incomplete runs, which are not rows, have none. Neither have runs
 * on the live web, because pictures of pages are not redacted.
 */
export function shownEpisodes({
  complete,
  config,
  episodes,
}: Pick<Run, 'complete' | 'config' | 'episodes'>): Result[] {
  if (!complete || config.web !== 'hermetic') return [];
  const { kind, adapter } = config;
  const seen = new Set<string>();
  return episodes.filter(({ status, templateId }) => {
    const keys = [`status ${status}`];
    if (kind === 'model' || kind === 'agent') keys.push(`${templateId} ${status}`);
    if (kind === 'oracle' || adapter === 'noop') keys.push(`template ${templateId}`);
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

/** The digests of the pictures of the shown episodes, read from the events of the run. */
export function shownPictures(run: Parameters<typeof shownEpisodes>[0], events: string): Set<string> {
  const shown = new Set(shownEpisodes(run).map(({ taskId, trial }) => `${taskId} ${trial}`));
  const digests = events.split('\n').flatMap((line) => {
    if (!line.includes('"picture"')) return [];
    const { data } = PictureLine.safeParse(jsonOrUndefined(line));
    return data && shown.has(`${data.taskId} ${data.trial}`) ? [data.sha256] : [];
  });
  return new Set(digests);
}

/** Throws UserError if a file does not match the digest in its name, is too large, or belongs to no shown episode. */
export function checkPicture(file: string, shown: ReadonlySet<string> | null): void {
  const content = readFileSync(file);
  const digest = basename(file, '.webp');
  const fail = (what: string) => new UserError(`${file}: ${what}`);
  const found = sha256(content);
  if (found !== digest) throw fail(`file name: expected ${found}, the digest of the picture`);
  if (basename(dirname(file)) !== digest.slice(0, 2))
    throw fail(`folder: expected ${digest.slice(0, 2)}, the first two digits of the digest`);
  if (content.length > mostPictureBytes)
    throw fail(`got ${content.length} bytes; expected at most ${mostPictureBytes}`);
  if (shown && !shown.has(digest))
    throw fail('not named in the events of any episode that is shown with pictures');
}
