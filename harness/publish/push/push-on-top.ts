import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Git } from '../../platform/git/git.ts';
import { fetchTip, push, removeRefs, type Target } from './remote-branch.ts';
import { type CommitContent, committer, writeCommit } from './write-commit.ts';

/** `ok`: the branch has all that is ours. */
export type Published = { lines: string[]; ok: boolean };

/** What is to be committed on top of a branch's tip; where there is nothing to commit, what is said of that. */
export type Proposal = { files: CommitContent; subject: string; published: string } | Published;

const maxRetries = 10;

/**
 * Commits on top of a remote's branch and pushes, without force and without touching index, working tree or branches of
 * the checkout. Where somebody else was faster it fetches and asks for another proposal, at most ten times.
 */
export async function pushOnTop(
  git: Git,
  { remote, branch }: Pick<Target, 'remote' | 'branch'>,
  propose: (tip: string | null) => Promise<Proposal>,
  log: (line: string) => void,
): Promise<Published> {
  const target: Target = { remote, branch, refs: `refs/contract-bench/${randomUUID()}` };
  const identity = await committer(git);
  let lost = '';
  try {
    for (let retry = 0; retry <= maxRetries; retry += 1) {
      if (retry > 0) {
        const waitMs = Math.round(Math.random() * Math.min(8000, 250 * 2 ** (retry - 1)));
        log(`publish: ${lost}; try ${retry + 1} of ${maxRetries + 1} in ${waitMs} ms`);
        await sleep(waitMs);
      }
      const fetched = await fetchTip(git, target);
      if ('why' in fetched) {
        if (fetched.final) return failed(fetched.why);
        lost = fetched.why;
        continue;
      }
      const proposal = await propose(fetched.tip);
      if ('ok' in proposal) return proposal;
      const ref = `${target.refs}/commit-${retry}`;
      const about = { ref, parent: fetched.tip, message: `${proposal.subject}\n`, identity };
      await writeCommit(git, about, proposal.files);
      const refused = await push(git, target, ref);
      if (refused === null)
        return { lines: [`published ${proposal.published} to ${remote}/${branch}`], ok: true };
      if (refused.final) return failed(refused.why);
      lost = refused.why;
    }
  } finally {
    await removeRefs(git, target);
  }
  return failed(`given up after ${maxRetries + 1} tries: ${lost}`);
}

function failed(why: string): Published {
  return { lines: [`publish: ${why}`], ok: false };
}
