import { UserError } from '../../../platform/errors/user-error.ts';
import type { Git } from '../../../platform/git/git.ts';
import { parseResultsText } from '../../records/read-results-file.ts';
import type { ResultsFile } from '../../records/result.ts';
import { differences, show } from '../differences.ts';

/** What the history of HEAD had in the results files, by their shas. */
export type EarlierVersions = ReadonlyMap<string, readonly ResultsFile[]>;

/** Whoever withdraws a results file or a run of it says so in a trailer of the commit: what was before is not missed. */
const trailer = 'Results-Withdrawn';

/**
 * The versions of each results file that HEAD or one of its ancestors had and that the checkout does not have any more.
 * A file that is not there any more has its versions too. `folder` is that of the results, relative to that of `git`.
 */
export async function earlierVersions(git: Git, folder: string): Promise<EarlierVersions> {
  const files = /([0-9a-f]{7,64})\.json$/;
  const log = await git.run([
    ...['log', '--raw', '--no-abbrev', '--no-renames', '-m'],
    `--format=commit %(trailers:key=${trailer},valueonly,separator=%x20)`,
    ...['--', folder],
  ]);
  const withdrawn = new Set<string>();
  const objects = new Map<string, Set<string>>();
  let closing: string[] = [];
  for (const line of log.split('\n')) {
    if (line.startsWith('commit ')) {
      for (const sha of closing) withdrawn.add(sha);
      closing = line.slice('commit '.length).split(' ').filter(Boolean);
    }
    const [, object = '', name = ''] = /^:\S+ \S+ \S+ ([0-9a-f]+) \w\t(.*)$/.exec(line) ?? [];
    const sha = files.exec(name)?.[1];
    if (!sha || withdrawn.has(sha) || /\/skills\//.test(name)) continue;
    const known = objects.get(sha) ?? new Set();
    objects.set(sha, /^0+$/.test(object) ? known : known.add(object));
  }
  for (const object of await objectsHere(git, folder))
    for (const known of objects.values()) known.delete(object);
  const left = [...objects].filter(([, known]) => known.size > 0);
  return new Map(
    await Promise.all(
      left.map(async ([sha, known]): Promise<[string, ResultsFile[]]> => {
        const read = await Promise.all([...known].map((object) => readVersion(git, object)));
        return [sha, read.flatMap((each) => each ?? [])];
      }),
    ),
  );
}

/** What of earlier versions of a results file is changed or gone in it; `content` is null where the file is. */
export function lostContradictions(content: ResultsFile | null, earlier: readonly ResultsFile[]): string[] {
  const runs = new Map(content?.runs.map((run) => [run.runId, run]));
  const before = new Map(earlier.flatMap((each) => each.runs.map((run) => [run.runId, run] as const)));
  return [...before.values()].flatMap((run) => {
    const now = runs.get(run.runId);
    if (!now) return [`${run.runId}: gone; the history of this repository has it`];
    return differences(now, run)
      .slice(0, 3)
      .map(
        ({ at, found, wanted }) =>
          `${run.runId}: ${at}: ${show(found)}, the history of this repository has ${show(wanted)}`,
      );
  });
}

/** The files as they lie here: those of HEAD but for what was changed since. */
async function objectsHere(git: Git, folder: string): Promise<string[]> {
  const changed = await git.run(['diff', '--name-only', '-z', '--relative', 'HEAD', '--', folder]);
  const dirty = new Set(changed.split('\0'));
  const listed = await git.run(['ls-tree', '-r', '-z', 'HEAD', '--', folder]);
  return listed.split('\0').flatMap((line) => {
    const [head = '', name = ''] = line.split('\t');
    return dirty.has(name) ? [] : (head.split(' ')[2] ?? []);
  });
}

/** Null for what is no results file: it was refused in its day. */
async function readVersion(git: Git, object: string): Promise<ResultsFile | null> {
  try {
    return parseResultsText(object, await git.run(['cat-file', 'blob', object]));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return null;
  }
}
