import path from 'node:path';
import { findCheckout } from './find-checkout.ts';
import { ownPictures } from './own-pictures.ts';
import type { PublishOptions } from './publish.ts';
import { type Published, pushOnTop } from './push-on-top.ts';

/**
 * Brings the pictures of `out` that kept events name to a branch of their own, `<first two>/<sha256>.webp`, as
 * `pushOnTop` does: what is there stays, and the branch is made with the first one. Says nothing where there are none.
 * Throws `UserError` as `publish` does.
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
    if (files.length === 0) return { lines: [`no new picture: ${remote}/${branch} has them all`], ok: true };
    const published = files.length === 1 ? '1 picture' : `${files.length} pictures`;
    return { files, subject: `chore(media): ${published}`, published };
  };
  return pushOnTop(git, options, propose, log);
}
