import { expect, test } from 'vitest';
import { sha256 } from '../../../platform/digest.ts';
import { folderOf } from '../../../testing/folder-of.ts';
import { ggufOf } from '../../../testing/gguf-of.ts';
import { prepareWeights } from './prepare-weights.ts';

const fields = {
  'general.architecture': 'llama',
  'general.name': 'Little',
  'llama.context_length': 32_768,
  'llama.block_count': 2,
  'llama.embedding_length': 64,
  'llama.attention.head_count': 4,
  'tokenizer.chat_template': '{{ messages }}',
};

type Memory = Parameters<typeof prepareWeights>[3];

async function prepared(more: Record<string, string | number> = {}, memory?: Memory) {
  const bytes = ggufOf({ ...fields, ...more });
  const folder = await folderOf({ 'little.gguf': bytes });
  return { bytes, weights: await prepareWeights('little.gguf', folder, {}, memory) };
}

test('weights are named by their model and digest, never by a path', async () => {
  const { bytes, weights } = await prepared();
  expect(weights.weights).toEqual([{ name: 'little.gguf', sha256: sha256(bytes), bytes: bytes.length }]);
  expect(weights.name).toBe(`Little@${sha256(bytes).slice(0, 12)}`);
  expect(weights).toMatchObject({ context: 16_384, samplingFrom: 'default' });
});

test('the header of the file may say the sampling', async () => {
  const { weights } = await prepared({ 'general.sampling.temp': 0.25, 'general.sampling.top_k': 40 });
  expect(weights).toMatchObject({
    samplingFrom: 'header',
    sampling: { temperature: 0.25, topK: 40, topP: 1, repeatPenalty: 1 },
  });
});

test.each<[string, Record<string, string | number>, Memory, RegExp]>([
  [
    'weights without a template',
    { 'tokenizer.chat_template': '' },
    undefined,
    /little\.gguf: the weights have no chat template, so this is a base model; expected an instruct or chat model$/,
  ],
  [
    'weights larger than the memory',
    {},
    { total: 1e6, available: 5e5 },
    /little\.gguf: needs about 3\d\d MB of memory; this machine has 1\.0 MB; choose a smaller/,
  ],
  [
    'weights larger than what other programs leave of the memory',
    {},
    { total: 8e9, available: 1e8 },
    /little\.gguf: needs about 3\d\d MB of memory; 100 MB of 8000 MB are available, because other programs/,
  ],
  [
    'a part of a split model under another name',
    { 'split.count': 3 },
    undefined,
    /the header names 3 parts, and 1 were found; expected the name <model>-00001-of-00003\.gguf/,
  ],
])('%s are refused before anything is loaded', async (_, more, memory, message) => {
  await expect(prepared(more, memory)).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  });
});
