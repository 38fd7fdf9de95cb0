import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCheckout } from './find-checkout.ts';
import { type CommitPlan, planCommit } from './plan-commit.ts';
import { fetchTip, push, removeRefs, type Target } from './remote-branch.ts';
import { committer, writeCommit } from './write-commit.ts';

export type PublishOptions = {
  /** In a git checkout; its `results/` is published. */
  folder: string;
  branch: string;
  remote: string;
};

/** `well`: the branch has all of our results. */
type Published = { lines: string[]; ok: boolean };

const maxRetries = 10;

/**
 * Commits `results/` on top of the remote's branch and pushes, without force and without touching index, working tree
 * or branches of the checkout. Where somebody else was faster it fetches, merges by run id and tries again, at most ten
 * times. A run that is there with other bytes is named, and nothing is pushed. Throws `UserError` for no checkout, no
 * such remote, a name that no branch can have, and results that are not valid.
 */
export async function publish(options: PublishOptions, log: (line: string) => void): Promise<Published> {
  const { git, own } = await findCheckout(options);
  const { remote, branch } = options;
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
      const plan = await planCommit(git, own, fetched.tip);
      if (plan.conflicts.length > 0) return { lines: plan.conflicts, ok: false };
      if (plan.files.length === 0)
        return { lines: [`nothing to publish: ${remote}/${branch} has it all`], ok: true };
      const ref = `${target.refs}/commit-${retry}`;
      await writeCommit(git, { ref, parent: fetched.tip, message: messageOf(plan), identity }, plan.files);
      const refused = await push(git, target, ref);
      if (refused === null)
        return { lines: [`published ${contentOf(plan)} to ${remote}/${branch}`], ok: true };
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

function messageOf(plan: CommitPlan): string {
  return `chore(results): ${contentOf(plan)}\n`;
}

function contentOf({ added, shas, files }: CommitPlan): string {
  if (added.length === 0) return files.length === 1 ? (files[0]?.path ?? '') : `${files.length} files`;
  const runs = added.length === 1 ? '1 run' : `${added.length} runs`;
  const [sha = ''] = shas;
  return `${runs} at ${shas.length === 1 ? sha.slice(0, 9) : `${shas.length} commits`}`;
}
