import path from 'node:path';
import { oneLine } from '../../../platform/errors/one-line.ts';
import { type CommitHere, type CommitsHere, commitsHere } from '../../../platform/git/commits-here.ts';
import { gitIn } from '../../../platform/git/git.ts';
import { keyVersion } from '../../records/comparability-key.ts';
import type { ResultsFile, Run } from '../../records/result.ts';
import { commitContradictions, timeContradictions } from './commit-contradictions.ts';
import { type CommitState, commitState, statePaths } from './commit-state.ts';
import { copyFinder } from './copied-runs.ts';
import { type EarlierVersions, earlierVersions, lostContradictions } from './earlier-versions.ts';
import { hasOwnRecordings, stateContradictions } from './state-contradictions.ts';

/** Holds results files against each other and against git. */
export type Holder = {
  /** Takes a file for granted: what is asked for later may be no copy of it. */
  trust(file: string, content: ResultsFile): void;
  /** What contradicts another file that was handed in before, or git: `<run id>: <field>: why`. */
  faultsOf(file: string, content: ResultsFile): string[];
  /** The files that the history of HEAD had and that are no longer here: `<sha>: <run id>: gone`. */
  gone: readonly { sha: string; why: string }[];
  /** Why git could not be asked for all of it; null where it was. */
  notChecked(content: ResultsFile): string | null;
  /** Whether a run replayed other recordings than its commit has; null where that is not known or it replayed none. */
  hasOwnRecordings(content: Pick<ResultsFile, 'sha'>, run: Run): boolean | null;
};

export type HoldOptions = {
  /** The folder of the project in a checkout and that of its results; null: nothing is held against git. */
  project: { root: string; results: string } | null;
  /** Of all files that will be asked for: git is asked once for all of them. */
  shas: readonly string[];
  nowMs: number;
};

/** Reads of git all that is needed, each state of the tree once however many commits have it. */
export async function holdResults({ project, shas, nowMs }: HoldOptions): Promise<Holder> {
  const git = project && gitIn(project.root);
  const here = git && (await commitsHere(git, shas, statePaths));
  const states = git && here ? await readStates(here) : new Map();
  const earlier: EarlierVersions = here?.whole
    ? await earlierVersions(
        gitIn(project?.root ?? ''),
        path.relative(project?.root ?? '', project?.results ?? ''),
      )
    : new Map();
  const copied = copyFinder();

  return {
    trust: (file, { runs }) => {
      for (const run of runs) copied(file, run);
    },
    faultsOf: (file, content) => {
      const commit = here?.commits.get(content.sha);
      const committedMs = commit ? Date.parse(commit.date) : null;
      const state = commit && known(states.get(stateKey(commit)));
      const ofCommit = commit
        ? commitContradictions(content, commit, here?.whole ?? false)
        : noCommit(content);
      const ofRuns = content.runs.flatMap((run) =>
        [
          ...timeContradictions(run, { committedMs, nowMs }),
          ...(here ? copied(file, run) : []),
          ...(state && isHeld(run) ? stateContradictions(run, state) : []),
        ].map((what) => `${run.runId}: ${what}`),
      );
      const lost = lostContradictions(content, earlier.get(content.sha) ?? []);
      return [...ofCommit, ...ofRuns, ...lost].map(oneLine);
    },
    gone: [...earlier].flatMap(([sha, versions]) =>
      shas.includes(sha) ? [] : lostContradictions(null, versions).map((why) => ({ sha, why })),
    ),
    notChecked: ({ sha, runs }) => {
      if (!here) return 'there is no git checkout to hold it against';
      const commit = here.commits.get(sha);
      if (!commit) return 'its commit is not in this clone';
      const state: CommitState | { why: string } | undefined = states.get(stateKey(commit));
      return state && 'why' in state && runs.some(isHeld) ? state.why : null;
    },
    hasOwnRecordings: ({ sha }, run) => {
      const commit = here?.commits.get(sha);
      const state = commit && known(states.get(stateKey(commit)));
      return state && isHeld(run) ? hasOwnRecordings(run, state) : null;
    },
  };

  /** A commit that a whole history does not have is none; of a shallow one nobody knows. */
  function noCommit({ sha }: ResultsFile): string[] {
    return here?.whole ? [`sha: ${sha} is no commit of this repository`] : [];
  }

  async function readStates({ commits }: CommitsHere): Promise<Map<string, CommitState | { why: string }>> {
    const one = new Map([...commits.values()].map((commit) => [stateKey(commit), commit.sha]));
    const read = new Map<string, CommitState | { why: string }>();
    const left = [...one];
    const work = async () => {
      for (let next = left.pop(); next && git; next = left.pop())
        read.set(next[0], await commitState(git, next[1]));
    };
    await Promise.all(Array.from({ length: 4 }, work));
    return read;
  }
}

function stateKey({ objects }: CommitHere): string {
  return objects.join(' ');
}

function known(state: CommitState | { why: string } | undefined): CommitState | null {
  return state && !('why' in state) ? state : null;
}

/** A lifted run has the digests of its day, and a changed checkout is in no tree. */
function isHeld({ config, environment }: Run): boolean {
  return config.keyVersion === keyVersion && !environment.gitDirty;
}
