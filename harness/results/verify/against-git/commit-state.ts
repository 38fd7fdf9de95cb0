import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { digest, sha256 } from '../../../platform/digest.ts';
import { UserError } from '../../../platform/errors/user-error.ts';
import { filesBelow } from '../../../platform/files/files-below.ts';
import { digestRoot, webDigest } from '../../../platform/files/web-digest.ts';
import { extractTree } from '../../../platform/git/extract-tree.ts';
import type { Git } from '../../../platform/git/git.ts';
import { readSuites, suitesIn } from '../../../task/read-suites.ts';
import { noPatternCheck, withoutMistakes } from '../../../task/read-tasks.ts';
import type { Suite } from '../../../task/suite.ts';

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
