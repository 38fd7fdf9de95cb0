import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sha256 } from '../../platform/digest.ts';
import { strayOf } from '../../platform/git/commits-here.ts';
import { commitOf, type Git } from '../../platform/git/git.ts';
import { eventsFileOf, keptEvents } from '../../results/records/kept-events.ts';
import { findCheckout } from './find-checkout.ts';
import { type CommitPlan, planCommit } from './plan-commit.ts';
import { type CommitContent, type Published, pushOnTop } from './push-on-top.ts';

export type PublishOptions = {
  /** A folder in a git checkout. */
  folder: string;
  /** The folder to publish; default: its `results/`. */
  results?: string;
  branch: string;
  remote: string;
};

/**
 * Commits `results/` on top of the remote's branch and pushes, as `pushOnTop` does, merged by run id. Nothing is pushed if
 * the branch has another version of a run. Nothing is pushed either if a run's commit is on no branch of the remote, because
 * it could not be checked against git. Throws `UserError` outside a git repository, and for an unknown remote, an invalid
 * branch name and invalid results.
 */
export async function publish(options: PublishOptions, log: (line: string) => void): Promise<Published> {
  const { git, own } = await findCheckout(options);
  const { remote, branch } = options;
  const propose = async (tip: string | null, refs: string) => {
    const plan = await planCommit(git, own, tip);
    const stray = await strayIn(git, plan.shas, { remote, tip, refs });
    plan.conflicts.push(...stray.map((sha) => `${own.place}/${sha}.json: ${whyStray(remote)}`));
    if (plan.conflicts.length > 0) return { lines: plan.conflicts, ok: false };
    if (plan.files.length === 0)
      return { lines: [`nothing to publish: ${remote}/${branch} is up to date`], ok: true };
    const published = contentOf(plan);
    return { files: plan.files, subject: `chore(results): ${published}`, published };
  };
  return pushOnTop(git, options, propose, log);
}

function whyStray(remote: string): string {
  return `no branch or tag of ${remote} has this commit; push it first, or play again at a pushed commit (for a pull request, check out its head, not the merge with its base)`;
}

/** The commits that are on no branch or tag of the remote; in a shallow clone, only commits that are here. */
async function strayIn(
  git: Git,
  shas: readonly string[],
  { remote, tip, refs }: { remote: string; tip: string | null; refs: string },
): Promise<string[]> {
  const isShallow = (await git.ask('rev-parse', '--is-shallow-repository')) === 'true';
  const [known, unknown]: [string[], string[]] = [[], []];
  for (const sha of shas) ((await commitOf(git, sha)) === null ? unknown : known).push(sha);
  let left = await strayOf(git, known, tip === null ? [] : [tip]);
  if (left.length > 0) {
    const all = ['heads', 'tags'].map((kind) => `+refs/${kind}/*:${refs}/all/${kind}/*`);
    await git.attempt([
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--refmap=',
      remote,
      ...all,
    ]);
    left = await strayOf(git, left, [`--glob=${refs}/all`]);
  }
  return isShallow ? left : [...left, ...unknown];
}

function contentOf({ added, shas, files }: CommitPlan): string {
  if (added.length === 0) return files.length === 1 ? (files[0]?.path ?? '') : `${files.length} files`;
  const runs = added.length === 1 ? '1 run' : `${added.length} runs`;
  const [sha = ''] = shas;
  return `${runs} at ${shas.length === 1 ? sha.slice(0, 9) : `${shas.length} commits`}`;
}

/**
 * Publishes the pictures of `out` that kept events refer to on a branch of their own, `<first two>/<sha256>.webp`, as
 * `pushOnTop` does: existing files stay, and the branch is created with the first picture. Without pictures it reports
 * nothing. Throws `UserError` as `publish` does.
 */
export async function publishPictures(
  { out, ...options }: PublishOptions & { out: string },
  log: (line: string) => void,
): Promise<Published> {
  const pictures = ownPictures(
    options.results ?? path.join(options.folder, 'results'),
    path.join(out, 'pictures'),
  );
  if (pictures.length === 0) return { lines: [], ok: true };
  const { git } = await findCheckout(options);
  const { remote, branch } = options;
  const propose = async (tip: string | null) => {
    const listed = tip === null ? '' : await git.run(['ls-tree', '-r', '--name-only', '--full-tree', tip]);
    const there = new Set(listed.split('\n'));
    const files = pictures.filter((picture) => !there.has(picture.path));
    if (files.length === 0) return { lines: [`no new picture: ${remote}/${branch} is up to date`], ok: true };
    const published = files.length === 1 ? '1 picture' : `${files.length} pictures`;
    return { files, subject: `chore(media): ${published}`, published };
  };
  return pushOnTop(git, options, propose, log);
}

/**
 * The pictures in a folder that kept events refer to, each under its digest. Other pictures belong to runs that were not
 * saved. A picture whose digest differs from its name is ignored.
 */
function ownPictures(resultsDir: string, folder: string): CommitContent {
  const digests = new Set(
    keptEvents(resultsDir).flatMap((runId) => namedIn(eventsFileOf(resultsDir, runId))),
  );
  return [...digests].sort().flatMap((digest) => {
    const content = readIfThere(path.join(folder, `${digest}.webp`));
    if (content === null || sha256(content) !== digest) return [];
    return [{ path: `${digest.slice(0, 2)}/${digest}.webp`, content }];
  });
}

function namedIn(file: string): string[] {
  const lines = gunzipSync(readFileSync(file)).toString('utf8');
  return [...lines.matchAll(/"type":"picture","seq":\d+,"sha256":"([0-9a-f]{64})"/g)].flatMap(
    ([, digest]) => digest ?? [],
  );
}

function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
