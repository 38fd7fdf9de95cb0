import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../../../../testing/folder-of.ts';
import { resolveWeights, weightsHere } from './find-weights.ts';
import { fileOfWeights } from './get-weights.ts';
import { knownWeights } from './known-weights.ts';

const manifest = (digest: string) =>
  JSON.stringify({
    schemaVersion: 2,
    layers: [
      { mediaType: 'application/vnd.ollama.image.template', digest: 'sha256:ff' },
      { mediaType: 'application/vnd.ollama.image.model', digest },
    ],
  });
const manifests = '.ollama/models/manifests/registry.ollama.ai';

async function home(files: Record<string, string> = {}) {
  const folder = await folderOf({
    [`${manifests}/library/qwen3/1.7b`]: manifest('sha256:aa'),
    [`${manifests}/library/qwen3/latest`]: manifest('sha256:bb'),
    [`${manifests}/some/llama/latest`]: manifest('sha256:cc'),
    [`${manifests}/some/broken/latest`]: '{',
    '.lmstudio/models/org/repo/big-00001-of-00002.gguf': '',
    '.lmstudio/models/org/repo/big-00002-of-00002.gguf': '',
    '.lmstudio/models/org/repo/mmproj-big.gguf': '',
    '.lmstudio/models/org/repo/small-q4.gguf': '',
    'own.gguf': '',
    'part-00001-of-00003.gguf': '',
    'part-00003-of-00003.gguf': '',
    ...files,
  });
  return { folder, env: { HOME: folder, CONTRACT_BENCH_CACHE: path.join(folder, 'cache') } };
}

test('weights of Ollama and LM Studio are found by the names of their programs', async () => {
  const { env } = await home();
  expect((await weightsHere(env)).map(({ name }) => name)).toEqual([
    'ollama:qwen3:1.7b',
    'ollama:qwen3:latest',
    'ollama:some/llama:latest',
    'lmstudio:org/repo/big-00001-of-00002.gguf',
    'lmstudio:org/repo/small-q4.gguf',
  ]);
});

test.each([
  ['own.gguf', ['own.gguf']],
  ['ollama:qwen3:1.7b', ['.ollama/models/blobs/sha256-aa']],
  ['ollama:qwen3', ['.ollama/models/blobs/sha256-bb']],
  ['lmstudio:small', ['.lmstudio/models/org/repo/small-q4.gguf']],
  [
    'lmstudio:big',
    [
      '.lmstudio/models/org/repo/big-00001-of-00002.gguf',
      '.lmstudio/models/org/repo/big-00002-of-00002.gguf',
    ],
  ],
])('%s leads to its files', async (given, files) => {
  const { folder, env } = await home();
  expect(await resolveWeights(given, folder, env)).toEqual(files.map((file) => path.join(folder, file)));
});

test.each([
  ['gone.gguf', /^--model-file gone\.gguf: no such file; expected a GGUF file, ollama:<name>/],
  ['ollama:qwen', /got a name of several models: qwen3:1\.7b, qwen3:latest$/],
  ['ollama:mistral', /^--model-file ollama:mistral: no such model here; there (is|are) /],
  ['part-00001-of-00003.gguf', /has 3 parts, and 1 are missing: part-00002-of-00003\.gguf; put them/],
  ['smollm2-135m', /^--model-file smollm2-135m: not in the cache; get it: .* models get smollm2-135m$/],
])('%s is refused with the way out', async (given, message) => {
  const { folder, env } = await home();
  await expect(resolveWeights(given, folder, env)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  });
});

test('the digest is part of the name of known weights in the cache', () => {
  for (const each of knownWeights) {
    expect(each.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(fileOfWeights(each, { CONTRACT_BENCH_CACHE: '/cache' })).toBe(
      `/cache/weights/${each.id}@${each.sha256.slice(0, 16)}.gguf`,
    );
  }
});
