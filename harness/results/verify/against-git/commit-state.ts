import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { digest, sha256 } from '../../../platform/digest.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import { filesBelow } from '../../../platform/files/files-below.ts';
import { digestRoot, webDigest } from '../../../platform/files/web-digest.ts';
import type { Git } from '../../../platform/git/git.ts';
import { extractTree } from '../../../platform/git/git.ts';
import { readSuites, suitesIn } from '../../../task/read-suites.ts';
import { noPatternCheck, withoutMistakes } from '../../../task/read-tasks.ts';
import type { Suite } from '../../../task/suite.ts';
import { parseResultsText } from '../../records/read-history.ts';
import type { ResultsFile } from '../../records/result.ts';
import { differences, show } from '../differences.ts';

/** What a run of a commit plays, as its tree has it. */
export type CommitState = {
  suites: ReadonlyMap<string, CommitSuite>;
  /** Digest of the recordings of these tasks on a server, as a run stores it. */
  recordings(server: string, taskIds: readonly string[]): string;
  /** The pinned version of an npm package; null where it is no dependency. */
  versionOf(packageName: string): string | null;
};

export type CommitSuite = Suite & {
  taskSha256: ReadonlyMap<string, string>;
  /** Null where there are no pages, or hosts stand on npm packages, which no tree holds. */
  webSha256: string | null;
};

/** The trees and files that a state is read from, and of whose digests it is a function. */
export const statePaths = ['tasks', 'transcripts', 'package.json'] as const;

/** Reads the state of a commit out of git; `why` it cannot be read today, of an older form of tasks say. */
export async function commitState(git: Git, sha: string): Promise<CommitState | { why: string }> {
  try {
    // The one file outside of `tasks/` that the code of a host may import.
    return await extractTree(git, sha, [...statePaths, 'harness/web/host-handler.ts'], readState);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { why: `its tasks cannot be read today (${error.message.split('\n')[0]})` };
  }
}

/** The state of a tree that lies in a folder. */
export async function readState(folder: string): Promise<CommitState> {
  const read = await readSuites(path.join(folder, 'tasks'), noPatternCheck);
  const tasks = withoutMistakes(read);
  const suites = await Promise.all(
    [...suitesIn(read)].map(async ([id, suite]): Promise<[string, CommitSuite]> => {
      const ofSuite = tasks.filter((each) => each.suite === id);
      const taskSha256 = new Map(ofSuite.map((each) => [each.task.id, each.taskSha256]));
      return [id, { ...suite, taskSha256, webSha256: await webOf(path.join(folder, 'tasks', 'web'), suite) }];
    }),
  );
  const recorded = await recordingsBelow(path.join(folder, 'transcripts'));
  const { dependencies = {} } = JSON.parse(
    await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}'),
  );
  return {
    suites: new Map(suites),
    recordings: (server, taskIds) =>
      digest(
        taskIds.map((id) => [
          id,
          recorded.get(`${server}/${id}.jsonl`) ?? recorded.get(`${id}.jsonl`) ?? null,
        ]),
      ),
    versionOf: (name) => dependencies[name] ?? null,
  };
}

async function webOf(folder: string, { hosts }: Suite): Promise<string | null> {
  if (!existsSync(folder)) return null;
  const root = await digestRoot({ folder, hosts }, await filesBelow(folder));
  return root.imported.length > 0 ? null : webDigest([root]);
}

/** Digest by path. */
async function recordingsBelow(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const recordings = names.filter((name) => name.endsWith('.jsonl'));
  return new Map(
    await Promise.all(
      recordings.map(
        async (name): Promise<[string, string]> => [
          name.split(path.sep).join('/'),
          sha256(await readFile(path.join(folder, name))),
        ],
      ),
    ),
  );
}

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
