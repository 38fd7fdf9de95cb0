import { relative } from 'node:path';
import { gitIn } from '../../harness/platform/git/git.ts';

/** When a table of a document last became another, and how much changed since of what it speaks of. */
export type WrittenAt = {
  sha: string;
  /** With its zone. */
  date: string;
  /** Commits since then that touched one of the paths. */
  since: number;
};

/**
 * The newest commit that changed what stands in `file` between `<!-- name:` and `<!-- /name -->`. Null where git cannot
 * tell: no checkout, a shallow one, or a document that was changed and not committed.
 */
export async function writtenAt(
  root: string,
  { file, name, paths }: { file: string; name: string; paths: readonly string[] },
): Promise<WrittenAt | null> {
  const git = gitIn(root);
  const place = relative(root, file);
  if ((await git.ask('rev-parse', '--is-shallow-repository')) !== 'false') return null;
  if ((await git.ask('status', '--porcelain', '--', place)) !== '') return null;
  const range = `/^<!-- ${name}: /,/^<!-- \\/${name} -->/:${place}`;
  const found = await git.ask('log', '-1', '--no-patch', '--format=%H %cI', '-L', range);
  const [sha, date] = found?.split(' ') ?? [];
  if (!sha || !date) return null;
  const since = await git.ask('rev-list', '--count', `${sha}..HEAD`, '--', ...paths);
  return since === null ? null : { sha, date, since: Number(since) };
}
