import { lstatSync } from 'node:fs';
import path from 'node:path';
import { type Git, textAt } from '../../platform/git/git.ts';
import type { GateFailure } from './judge-gate.ts';
import type { ChangedFile } from './kept-runs.ts';
import { resultsAt, resultsHere } from './read-results.ts';

const resultsFile = /^results\/[0-9a-f]{7,64}\.json$/;

/** Files of which each is one record: written once, under a name of its own. */
const record = /^results\/(skills\/(runs|entries)|attestations)\//;

/**
 * Every results file that is not as the base commit has it, read on both sides, and what is wrong already: a file
 * that can't be read, a record that was changed or is gone. Files that are the same are not opened.
 */
export async function changedResults(
  git: Git,
  folder: string,
  base: string,
): Promise<{ files: ChangedFile[]; failures: GateFailure[] }> {
  const fork = await git.ask('merge-base', 'HEAD', base);
  const failures: GateFailure[] = [];
  const files: ChangedFile[] = [];
  for (const file of await changedPaths(git, base)) {
    const before = await textAt(git, base, file);
    const atFork = fork === null ? null : await textAt(git, fork, file);
    if (resultsFile.test(file)) {
      const isHere = isThere(path.join(folder, file));
      const now = isHere ? resultsHere(folder, file) : { content: null, failures: [] };
      const then = resultsAt('of the base', file, before);
      const left = resultsAt('of the fork', file, atFork);
      failures.push(...now.failures, ...then.failures);
      // What can't be read is said; that its runs are gone too would be one reason twice.
      if (now.failures.length > 0) continue;
      const forkKnown = fork !== null && left.failures.length === 0;
      files.push({ file, base: then.content, now: now.content, fork: left.content, forkKnown });
    } else if (record.test(file) && before !== null && (fork === null || atFork !== null)) {
      const what = `${isThere(path.join(folder, file)) ? 'changed' : 'gone'}; the base has it`;
      failures.push({ file, task: null, title: 'a record of the base is not kept', what });
    }
  }
  return { files, failures };
}

/** Paths below results/ that differ from the base or that git does not know yet. */
async function changedPaths(git: Git, base: string): Promise<string[]> {
  const listed = async (...args: string[]) => {
    const names = await git.ask(...args);
    // Nothing said is not the same as nothing changed.
    if (names === null) throw new Error(`git ${args.join(' ')}: failed`);
    return names.split('\0').filter(Boolean);
  };
  const changed = await listed(
    'diff',
    '--relative',
    '--no-renames',
    '--name-only',
    '-z',
    base,
    '--',
    'results',
  );
  const unknown = await listed('ls-files', '--others', '-z', '--', 'results');
  return [...new Set([...changed, ...unknown])].sort();
}

/** A link too that leads nowhere. */
function isThere(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
