import { findCheckout } from './find-checkout.ts';
import { type CommitPlan, planCommit } from './plan-commit.ts';
import { type Published, pushOnTop } from './push-on-top.ts';

export type PublishOptions = {
  /** In a git checkout. */
  folder: string;
  /** What is published of it; not given: its `results/`. */
  results?: string;
  branch: string;
  remote: string;
};

/**
 * Commits `results/` on top of the remote's branch and pushes, as `pushOnTop` does, merged by run id. A run that is
 * there with other bytes is named, and nothing is pushed. Throws `UserError` for no checkout, no such remote, a name
 * that no branch can have, and results that are not valid.
 */
export async function publish(options: PublishOptions, log: (line: string) => void): Promise<Published> {
  const { git, own } = await findCheckout(options);
  const { remote, branch } = options;
  const propose = async (tip: string | null) => {
    const plan = await planCommit(git, own, tip);
    if (plan.conflicts.length > 0) return { lines: plan.conflicts, ok: false };
    if (plan.files.length === 0)
      return { lines: [`nothing to publish: ${remote}/${branch} has it all`], ok: true };
    const published = contentOf(plan);
    return { files: plan.files, subject: `chore(results): ${published}`, published };
  };
  return pushOnTop(git, options, propose, log);
}

function contentOf({ added, shas, files }: CommitPlan): string {
  if (added.length === 0) return files.length === 1 ? (files[0]?.path ?? '') : `${files.length} files`;
  const runs = added.length === 1 ? '1 run' : `${added.length} runs`;
  const [sha = ''] = shas;
  return `${runs} at ${shas.length === 1 ? sha.slice(0, 9) : `${shas.length} commits`}`;
}
