import { commitOf, type Git } from './git.ts';

/** A commit as git has it; `objects` are the digests of the paths that were asked for, null where it has none. */
export type CommitHere = {
  sha: string;
  /** With its zone, as `git show -s --format=%cI`. */
  date: string;
  parents: string[];
  subject: string;
  objects: (string | null)[];
};

export type CommitsHere = {
  /** By the names that were asked for; of a whole history those alone that a branch, a tag or HEAD has. */
  commits: ReadonlyMap<string, CommitHere>;
  /** Whether every commit of the history is here, so that one which is not is none: no shallow clone. */
  whole: boolean;
};

/**
 * The facts in git about these commits, named by digests or prefixes, with a fixed number of git calls. Paths are
 * relative to the folder of `git`. Null if that is not a checkout.
 */
export async function commitsHere(
  git: Git,
  names: readonly string[],
  paths: readonly string[],
): Promise<CommitsHere | null> {
  const shallow = await git.ask('rev-parse', '--is-shallow-repository');
  if (shallow === null) return null;
  const shas = await objectsOf(
    git,
    names.map((name) => `${name}^{commit}`),
  );
  const known = [...new Set(shas.flatMap((sha) => sha ?? []))];
  const whole = shallow === 'false';
  const head = (await commitOf(git, 'HEAD')) === null ? [] : ['HEAD'];
  const stray = whole ? await strayOf(git, known, [...head, '--branches', '--tags', '--remotes']) : [];
  const heads = await headsOf(git, known);
  const objects = await objectsOf(
    git,
    known.flatMap((sha) => paths.map((path) => `${sha}:./${path}`)),
  );
  const bySha = new Map(
    known.map((sha, index): [string, CommitHere] => {
      const [date = '', parents = '', subject = ''] = heads.get(sha) ?? [];
      const ofCommit = objects.slice(index * paths.length, (index + 1) * paths.length);
      return [sha, { sha, date, subject, parents: parents.split(' ').filter(Boolean), objects: ofCommit }];
    }),
  );
  const commits = names.flatMap((name, index): [string, CommitHere][] => {
    const commit = bySha.get(shas[index] ?? '');
    return commit && !stray.includes(commit.sha) ? [[name, commit]] : [];
  });
  return { commits: new Map(commits), whole };
}

/** Which of these commits the history of none of these refs has, as one that was amended. */
export async function strayOf(git: Git, shas: readonly string[], refs: readonly string[]): Promise<string[]> {
  if (shas.length === 0) return [];
  const input = shas.map((sha) => `${sha}\n`).join('');
  const listed = new Set((await git.run(['rev-list', '--stdin', '--not', ...refs], { input })).split('\n'));
  return shas.filter((sha) => listed.has(sha));
}

/** The digest of each object, null where there is none. */
async function objectsOf(git: Git, names: readonly string[]): Promise<(string | null)[]> {
  if (names.length === 0) return [];
  const input = `${names.join('\n')}\n`;
  const lines = (await git.run(['cat-file', '--batch-check=%(objectname)'], { input })).split('\n');
  return names.map((_, index) => /^[0-9a-f]{40,64}$/.exec(lines[index] ?? '')?.[0] ?? null);
}

/** Date, parents and subject, by digest. */
async function headsOf(git: Git, shas: readonly string[]): Promise<Map<string, string[]>> {
  if (shas.length === 0) return new Map();
  const format = ['%H', '%cI', '%P', '%s'].join('%x00');
  const shown = await git.run(['log', '--no-walk=unsorted', '--stdin', `--format=${format}`], {
    input: `${shas.join('\n')}\n`,
  });
  return new Map(
    shown.split('\n').map((line): [string, string[]] => {
      const [sha = '', ...head] = line.split('\0');
      return [sha, head];
    }),
  );
}
