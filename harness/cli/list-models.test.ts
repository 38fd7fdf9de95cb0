import path from 'node:path';
import { expect, test } from 'vitest';
import { runtimePackage } from '../agents/models/local/runtime/install-runtime.ts';
import { knownWeights } from '../agents/models/local/weights/known-weights.ts';
import { folderOf } from '../testing/folder-of.ts';
import { ggufOf } from '../testing/gguf-of.ts';
import { listModels } from './list-models.ts';

const fields = {
  'general.architecture': 'llama',
  'general.file_type': 15,
  'llama.context_length': 2048,
  'llama.block_count': 2,
  'llama.embedding_length': 64,
  'llama.attention.head_count': 4,
  'tokenizer.chat_template': '{{ messages }}',
};
const tensors = [{ name: 'a', dimensions: [1000, 120] }];
const manifest = JSON.stringify({
  layers: [{ mediaType: 'application/vnd.ollama.image.model', digest: 'sha256:aa' }],
});

async function listed(files: Record<string, string | Buffer>) {
  const home = await folderOf(files);
  return listModels({ HOME: home, CONTRACT_BENCH_CACHE: path.join(home, 'cache') });
}

test('weights of the cache, Ollama and LM Studio are listed with their facts, and a broken file with its fault', async () => {
  const whole = ggufOf(fields, tensors);
  const { lines, exitCode, data } = await listed({
    'cache/weights/own.gguf': whole,
    '.ollama/models/manifests/registry.ollama.ai/library/little/latest': manifest,
    '.ollama/models/blobs/sha256-aa': ggufOf({ ...fields, 'tokenizer.chat_template': '' }, tensors),
    '.lmstudio/models/org/repo/cut.gguf': whole.subarray(0, whole.length - 100),
  });
  expect(exitCode).toBe(0);
  // How many columns stand beside the first one depends on the length of the paths.
  const text = lines.join('\n');
  expect(text).toMatch(/own\.gguf +0\.00012B/);
  expect(text).toMatch(/480 kB/);
  expect(text).toMatch(/2048 tokens of context/);
  expect(text).toMatch(/\nollama:little:latest .*no chat template\n/);
  expect(data).toMatchObject({
    weights: [
      { from: 'cache', parameters: 120_000, hasTemplate: true, problem: null },
      { name: 'ollama:little:latest', from: 'ollama', hasTemplate: false, problem: 'no chat template' },
      { name: 'lmstudio:org/repo/cut.gguf', from: 'lmstudio', problem: expect.stringContaining('cut.gguf') },
    ],
  });
});

test('a machine without weights lists the commands that fetch the runtime and all known weights', async () => {
  const { lines, data } = await listed({});
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^runtime: not installed; .* models install runtime$/),
    'no weights found here',
  ]);
  expect(lines.slice(2)).toEqual(
    knownWeights.map(({ id }) => expect.stringMatching(new RegExp(`models get ${id} +[\\d.]+ [MG]B$`))),
  );
  expect(data).toMatchObject({
    runtime: null,
    weights: [],
    known: knownWeights.map(({ id }) => ({ id, isHere: false })),
  });
});

test('an installed runtime is named with its version', async () => {
  const { name, version } = runtimePackage;
  const { lines, data } = await listed({
    [`cache/programs/${name}@${version}/node_modules/${name}/package.json`]: '{}',
  });
  expect(lines[0]).toBe(`runtime: ${name} ${version}`);
  expect(data).toMatchObject({ runtime: { version } });
});
