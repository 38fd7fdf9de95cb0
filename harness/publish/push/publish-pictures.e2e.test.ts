import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { bareRemote } from '../../testing/remotes/bare-remote.ts';
import { isLong } from '../../testing/sized.ts';
import { publishPictures } from './publish.ts';

const silent = () => {};
const picture = (digest: string) =>
  `${JSON.stringify({ runId: 'a', taskId: 't', trial: 1, atMs: 1, type: 'picture', seq: 1, sha256: digest, width: 640, height: 360 })}\n`;

if (isLong) {
  test('pictures that kept events refer to come to their branch, beside existing files, and nothing else does', async () => {
    const remote = await bareRemote({ 'results/references.json': '[]\n' });
    const [first, second] = [await remote.clone(), await remote.clone()];
    const put = async (clone: string, named: string[], others: string[]) => {
      const out = path.join(clone, 'reports');
      await mkdir(path.join(out, 'pictures'), { recursive: true });
      await mkdir(path.join(clone, 'results', 'episodes'), { recursive: true });
      const lines = named.map((text) => picture(sha256(text))).join('');
      await writeFile(path.join(clone, 'results', 'episodes', 'a.jsonl.gz'), gzipSync(lines));
      for (const text of [...named, ...others])
        await writeFile(path.join(out, 'pictures', `${sha256(text)}.webp`), text);
      return { folder: clone, out, branch: 'media', remote: 'origin' };
    };
    const pathOf = (text: string) => `${sha256(text).slice(0, 2)}/${sha256(text)}.webp`;
    const mine = await put(first, ['one', 'forged'], ['of no saved run']);
    await writeFile(path.join(mine.out, 'pictures', `${sha256('forged')}.webp`), 'other bytes');
    expect(await publishPictures(mine, silent)).toEqual({
      lines: ['published 1 picture to origin/media'],
      ok: true,
    });
    expect(await publishPictures(mine, silent)).toEqual({
      lines: ['no new picture: origin/media is up to date'],
      ok: true,
    });
    const theirs = await put(second, ['one', 'two', 'three'], []);
    expect((await publishPictures(theirs, silent)).lines).toEqual(['published 2 pictures to origin/media']);
    const there = (await remote.git('ls-tree', '-r', '--name-only', 'media')).split('\n');
    expect(there).toEqual(['one', 'two', 'three'].map(pathOf).sort());
    expect(await remote.git('show', `media:${pathOf('one')}`)).toBe('one');
  });
}

test('without a picture nothing is reported, and no branch is created', async () => {
  const remote = await bareRemote({ 'results/references.json': '[]\n' });
  const folder = await remote.clone();
  const out = path.join(folder, 'reports');
  expect(await publishPictures({ folder, out, branch: 'media', remote: 'origin' }, silent)).toEqual({
    lines: [],
    ok: true,
  });
  expect(await remote.git('for-each-ref', 'refs/heads/media')).toBe('');
});
