import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import packageJson from '../../../../package.json' with { type: 'json' };
import { digest, sha256 } from '../../../platform/digest.ts';
import { jsonOrUndefined } from '../../../platform/errors/json.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import { asCommitted } from '../../../platform/files/as-written.ts';
import { filesBelow } from '../../../platform/files/files-below.ts';
import { digestRoot, type RootDigest, webDigest } from '../../../platform/files/web-digest.ts';
import { isInRepository, overlooked } from '../../../platform/git/checkout.ts';
import { commitOf, extractTree, type Git, gitIn } from '../../../platform/git/git.ts';
import { type Project, projectAt } from '../../../platform/project.ts';
import { pagesSha256 } from '../../../task/pages/installed-pages.ts';
import { readSuites, suitesIn } from '../../../task/read-suites.ts';
import { noPatternCheck, soundTasks } from '../../../task/read-tasks.ts';
import type { Suite } from '../../../task/suite.ts';
import { commitOfPath, parseResultsText, parseRunFile } from '../../records/read-history.ts';
import type { ResultsFile } from '../../records/result.ts';
import { differences, show } from '../differences.ts';

/** The folders of a project with the inputs of its runs. */
export type HeldProject = Pick<
  Project,
  'root' | 'results' | 'suites' | 'recordings' | 'webRoots' | 'packaged'
>;

/** The inputs of a run at a commit: those in its tree, then those of the installed package. */
export type CommitState = {
  suites: ReadonlyMap<string, CommitSuite>;
  /** Digest of the recordings of these tasks on a server, as stored in a run. */
  recordings(server: string, taskIds: readonly string[]): string;
  /** The pinned version of an npm package; null if it is not a dependency. */
  versionOf(packageName: string): string | null;
};

/** Null if it cannot be computed. `ofPackage`: it depends on the version of the installed package. */
type FromState = { sha256: string | null; ofPackage: boolean };

export type CommitSuite = Suite & {
  taskSha256: ReadonlyMap<string, string>;
  /** The digest is unknown if there are no pages, or if hosts depend on files that were not read. */
  web: FromState;
  /** Whether the suite comes from the package. */
  ofPackage: boolean;
};

/** The project's own folders, as paths relative to its root. */
export type Layout = Record<'suites' | 'recordings' | 'webRoots', readonly string[]>;

export function layoutOf({ root, packaged, ...project }: Omit<HeldProject, 'results'>): Layout {
  const own = (folders: readonly string[]) =>
    folders.filter((folder) => !isPackaged(folder, packaged)).map((folder) => path.relative(root, folder));
  const webRoots = own(project.webRoots);
  return {
    suites: own(project.suites),
    recordings: own(project.recordings),
    // The default folder, if none is configured.
    webRoots: webRoots.length > 0 ? webRoots : [path.join('tasks', 'web')],
  };
}

const configFiles = ['ts', 'mts', 'js', 'mjs', 'json'].map((end) => `contract-bench.config.${end}`);

/** The trees and files that determine a state; configurations last. */
export function statePaths({ suites, recordings, webRoots }: Layout): string[] {
  return [...new Set([...suites, ...recordings, ...webRoots, 'package.json']), ...configFiles];
}

/** The number of configurations in `statePaths`; they set the folders. */
export const configCount = configFiles.length;

/** The git objects that the current configurations would have in a commit, in the order of `statePaths`. */
export async function configObjects(git: Git, root: string): Promise<(string | null)[]> {
  return Promise.all(
    configFiles.map((file) =>
      existsSync(path.join(root, file)) ? git.ask('hash-object', '--', file) : null,
    ),
  );
}

/** Reads the state of a commit from git, or returns why it cannot be read today (an older task format). */
export async function commitState(
  git: Git,
  sha: string,
  layout: Layout,
  installed: InstalledState | null,
): Promise<CommitState | { why: string }> {
  const prefix = await git.run(['rev-parse', '--show-prefix']);
  const folders = Object.values(layout).flat();
  const outside = folders.find((folder) => !isInRepository(folder, prefix));
  if (outside !== undefined) return { why: `${outside} is outside the repository` };
  // The only file outside `tasks/` that the code of a host in this repository may import.
  const paths = [...folders, 'package.json', 'harness/web/host-handler.ts'];
  try {
    return await extractTree(git, sha, paths, (folder) => readState(folder, layout, installed));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { why: `its tasks cannot be read by this version (${error.message.split('\n')[0]})` };
  }
}

/** The state of a tree in a folder. */
export async function readState(
  folder: string,
  layout: Layout = layoutOf(projectAt(folder)),
  installed: InstalledState | null = null,
): Promise<CommitState> {
  const at = (places: readonly string[]) => places.map((place) => path.join(folder, place));
  const webs = await Promise.all(
    at(layout.webRoots)
      .filter((place) => existsSync(place))
      .map(webRoot),
  );
  const isRead = (file: string) => at(Object.values(layout).flat()).some((place) => isBelow(place, file));
  const webOf = async ({ hosts, needs }: Suite): Promise<FromState> => {
    const own = await Promise.all(webs.map((digestOf) => digestOf(hosts)));
    const after = (await installed?.digestsOf(hosts)) ?? [];
    const isUnknown =
      own.some(({ imported }) => imported.length > 0) ||
      // In this repository hosts may import nothing else.
      (installed !== null && own.some(({ absent }) => absent.some((file) => !isRead(file))));
    const isNone = own.length + after.length === 0;
    return {
      sha256: isUnknown || isNone ? null : webDigest([...own, ...after], pagesSha256({ needs })),
      ofPackage: after.some(({ digests }) => digests.length > 0),
    };
  };
  const own = await suitesAt(at(layout.suites));
  const left = [...(installed?.suites ?? [])].filter(([id]) => !own.has(id));
  const suites = await Promise.all(
    [
      ...[...own].map(([id, suite]) => ({ id, suite, ofPackage: false })),
      ...left.map(([id, suite]) => ({ id, suite, ofPackage: true })),
    ].map(
      async ({ id, suite, ofPackage }): Promise<[string, CommitSuite]> => [
        id,
        { ...suite, ofPackage, web: await webOf(suite) },
      ],
    ),
  );
  const recorded = await Promise.all(at(layout.recordings).map(recordingsBelow));
  return {
    suites: new Map(suites),
    recordings: (server, taskIds) => {
      const folders = [...recorded, ...(installed?.recorded ?? [])];
      return digest(taskIds.map((id) => [id, recordingIn(folders, server, id)]));
    },
    versionOf: installed?.versionOf ?? (await pinnedIn(folder)),
  };
}

type OwnSuite = Suite & { taskSha256: ReadonlyMap<string, string> };

async function suitesAt(places: readonly string[]): Promise<Map<string, OwnSuite>> {
  const read = await readSuites(places, noPatternCheck);
  // An unreadable task counts as absent at the commit.
  const { tasks } = soundTasks(read, () => false);
  return new Map(
    [...suitesIn(read)].map(([id, suite]): [string, OwnSuite] => {
      const ofSuite = tasks.filter((each) => each.suite === id);
      return [id, { ...suite, taskSha256: new Map(ofSuite.map((each) => [each.task.id, each.taskSha256])) }];
    }),
  );
}

/** The inputs in the installed package, independent of the commit. */
export type InstalledState = {
  /** The version as rows store it. */
  version: string;
  suites: ReadonlyMap<string, OwnSuite>;
  digestsOf(hosts: readonly string[]): Promise<RootDigest[]>;
  recorded: readonly Recorded[];
  versionOf: CommitState['versionOf'];
};

/** Null if the project contains all inputs itself. */
export async function installedState({ packaged, ...project }: HeldProject): Promise<InstalledState | null> {
  if (packaged === null) return null;
  const of = (folders: readonly string[]) => folders.filter((folder) => isPackaged(folder, packaged));
  const webs = await Promise.all(of(project.webRoots).map(webRoot));
  const known = new Map<string, Promise<RootDigest[]>>();
  return {
    version: packageJson.version,
    suites: await suitesAt(of(project.suites)),
    // The same for every commit.
    digestsOf: (hosts) => {
      const key = hosts.join();
      const digests = known.get(key) ?? Promise.all(webs.map((digestOf) => digestOf(hosts)));
      known.set(key, digests);
      return digests;
    },
    recorded: await Promise.all(of(project.recordings).map(recordingsBelow)),
    versionOf: await pinnedIn(packaged),
  };
}

function isPackaged(folder: string, packaged: string | null): boolean {
  return packaged !== null && isBelow(packaged, folder);
}

function isBelow(folder: string, file: string): boolean {
  const place = path.relative(folder, file);
  return place !== '..' && !place.startsWith(`..${path.sep}`) && !path.isAbsolute(place);
}

async function webRoot(folder: string): Promise<(hosts: readonly string[]) => Promise<RootDigest>> {
  const files = await filesBelow(folder);
  return (hosts) => digestRoot({ folder, hosts }, files);
}

const Dependencies = z.object({ dependencies: z.record(z.string(), z.string()).optional() });

async function pinnedIn(folder: string): Promise<CommitState['versionOf']> {
  const text = await readFile(path.join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { dependencies = {} } = Dependencies.safeParse(jsonOrUndefined(text)).data ?? {};
  return (name) => (Object.hasOwn(dependencies, name) ? (dependencies[name] ?? null) : null);
}

/** Digests by path relative to the folder. */
type Recorded = ReadonlyMap<string, string>;

/** Uses the rules of `findTranscript`. */
function recordingIn(folders: readonly Recorded[], server: string, id: string): string | null {
  for (const recorded of folders) {
    const found = recorded.get(`${server}/${id}.jsonl`) ?? recorded.get(`${id}.jsonl`);
    if (found !== undefined) return found;
  }
  return null;
}

async function recordingsBelow(folder: string): Promise<Recorded> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const recordings = names.filter((name) => name.endsWith('.jsonl'));
  return new Map(
    await Promise.all(
      recordings.map(
        async (name): Promise<[string, string]> => [
          name.split(path.sep).join('/'),
          sha256(asCommitted(await readFile(path.join(folder, name)))),
        ],
      ),
    ),
  );
}

/** Earlier versions of the results files in the history of HEAD, by sha. */
export type EarlierVersions = ReadonlyMap<string, readonly ResultsFile[]>;

/**
 * A commit with this trailer withdraws a results file or a run of it, so earlier versions are not required any more.
 */
const trailer = 'Results-Withdrawn';

/**
 * The versions of each results file that HEAD or an ancestor has and that the checkout no longer has. Includes the
 * versions of removed files.
 */
export async function earlierVersions(
  project: Pick<HeldProject, 'root' | 'results'>,
): Promise<EarlierVersions> {
  const at = await gitOf(project);
  if (!at) return new Map();
  const { git, home, folder } = at;
  const withdrawn = new Set<string>();
  /** The path of each version, by git object. */
  const objects = new Map<string, Map<string, string>>();
  for (const { withdraws, changes } of await historyOf(git, [folder])) {
    for (const { name, object } of changes) {
      const sha = commitOfPath(path.posix.relative(folder, name));
      if (!sha || withdrawn.has(sha)) continue;
      const known = objects.get(sha) ?? new Map();
      objects.set(sha, /^0+$/.test(object) ? known : known.set(object, name));
    }
    for (const sha of withdraws) withdrawn.add(sha);
  }
  for (const object of await objectsHere(git, home, folder))
    for (const known of objects.values()) known.delete(object);
  const left = [...objects].filter(([, known]) => known.size > 0);
  return new Map(
    await Promise.all(
      left.map(async ([sha, known]): Promise<[string, ResultsFile[]]> => {
        const read = await Promise.all([...known].map(([object, name]) => readVersion(git, object, name)));
        return [sha, read.flatMap((each) => each ?? [])];
      }),
    ),
  );
}

type PastCommit = { withdraws: string[]; changes: { object: string; status: string; name: string }[] };

/** The changes to some paths in HEAD's history, newest commit first; a merge appears once per parent. */
async function historyOf(git: Git, paths: readonly string[]): Promise<PastCommit[]> {
  const log = await git.run([
    ...['log', '--raw', '-z', '--no-abbrev', '--no-renames', '--relative', '-m'],
    `--format=commit %(trailers:key=${trailer},valueonly,separator=%x20)`,
    ...['--', ...paths],
  ]);
  const commits: PastCommit[] = [];
  const parts = log.split('\0');
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const [, trailers] = /^commit (.*)$/s.exec(part) ?? [];
    if (trailers !== undefined)
      commits.push({ withdraws: trailers.split(/\s/).filter(Boolean), changes: [] });
    const [, object = '', status = ''] = /^\n?:\S+ \S+ \S+ ([0-9a-f]+) (\w)$/.exec(part) ?? [];
    if (status !== '') commits.at(-1)?.changes.push({ object, status, name: parts.shift() ?? '' });
  }
  return commits;
}

/**
 * Git at the results of a project, `folder` relative to `home`. The results may be outside the project's root, or
 * missing. Null if they are outside its repository, or without a commit.
 */
export async function gitOf({
  root,
  results,
}: Pick<HeldProject, 'root' | 'results'>): Promise<{ git: Git; home: string; folder: string } | null> {
  let home = path.dirname(results);
  while (!existsSync(home)) home = path.dirname(home);
  const git = gitIn(home);
  const [own, ours] = await Promise.all(
    [git, gitIn(root)].map((each) => each.ask('rev-parse', '--show-toplevel')),
  );
  // Without a commit the history is empty.
  return own === null || own !== ours || (await commitOf(git, 'HEAD')) === null
    ? null
    : { git, home, folder: path.relative(home, results) };
}

/**
 * What the current results file lacks or changes compared with earlier versions; `content` is null if the file is
 * missing.
 */
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

/** Folders of records that are written once, each for one run. */
const recordFolders = ['episodes', 'answers', 'pictures', 'attestations'];

/**
 * Missing files of these folders, relative to `results`, that HEAD or an ancestor has. A commit that withdraws results
 * also withdraws the files that it removes.
 */
export async function recordsLost({
  root,
  results,
}: Pick<HeldProject, 'root' | 'results'>): Promise<string[]> {
  const at = await gitOf({ root, results });
  if (!at) return [];
  const { git, folder } = at;
  const [withdrawn, had] = [new Set<string>(), new Set<string>()];
  const paths = recordFolders.map((each) => path.posix.join(folder, each));
  for (const { withdraws, changes } of await historyOf(git, paths))
    for (const { status, name } of changes) {
      if (withdrawn.has(name)) continue;
      if (status !== 'D') had.add(name);
      else if (withdraws.length > 0) withdrawn.add(name);
    }
  return [...had]
    .map((name) => path.posix.relative(folder, name))
    .filter((file) => !existsSync(path.join(results, file)))
    .sort();
}

/** The files in the working tree: those of HEAD without the ones changed since. */
async function objectsHere(git: Git, home: string, folder: string): Promise<string[]> {
  const changed = await git.run(['diff', '--name-only', '-z', '--relative', 'HEAD', '--', folder]);
  const dirty = new Set([...changed.split('\0'), ...(await overlooked(git, home, [folder]))]);
  const listed = await git.run(['ls-tree', '-r', '-z', 'HEAD', '--', folder]);
  return listed.split('\0').flatMap((line) => {
    const [head = '', name = ''] = line.split('\t');
    return dirty.has(name) ? [] : (head.split(' ')[2] ?? []);
  });
}

/** Null for an invalid results file, which was rejected at the time. */
async function readVersion(git: Git, object: string, name: string): Promise<ResultsFile | null> {
  try {
    return name.endsWith('.gz')
      ? parseRunFile(name, await git.blob(object))
      : parseResultsText(object, await git.run(['cat-file', 'blob', object]));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return null;
  }
}
