import path from 'node:path';
import { expect, test } from 'vitest';
import { sha256 } from '../../../../platform/digest.ts';
import { folderOf } from '../../../../testing/folder-of.ts';
import { ggufOf } from '../../../../testing/gguf-of.ts';
import { readGgufHeader } from './gguf-header.ts';

const template = '{% for message in messages %}{{ message.content }}{% endfor %}';
const fields = {
  'general.architecture': 'llama',
  'general.name': 'Little',
  'general.license': 'mit',
  'general.file_type': 15,
  'general.sampling.temp': 0.5,
  'llama.context_length': 2048,
  'llama.block_count': 2,
  'llama.embedding_length': 64,
  'llama.attention.head_count': 4,
  'llama.attention.head_count_kv': 2,
  'tokenizer.ggml.tokens': ['a', 'b'],
  'tokenizer.ggml.scores': [0.5, 0.25],
  'tokenizer.chat_template': template,
};
const tensors = [
  { name: 'a', dimensions: [64, 3] },
  { name: 'b', dimensions: [5] },
];

async function fileOf(bytes: Buffer): Promise<string> {
  return path.join(await folderOf({ 'little.gguf': bytes }), 'little.gguf');
}

test('the header gives what a record says of weights', async () => {
  const bytes = ggufOf(fields, tensors);
  expect(await readGgufHeader(await fileOf(bytes))).toEqual({
    bytes: bytes.length,
    architecture: 'llama',
    parameters: 197,
    quantisation: 'Q4_K_M',
    types: { F32: 1 },
    says: { name: 'Little', licence: 'mit', baseModel: null },
    trainedContext: 2048,
    template: { text: template, sha256: sha256(template) },
    tokenizerSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    sampling: { temp: 0.5 },
    shape: { layers: 2, headsKv: 2, headSize: 16 },
    parts: 1,
  });
});

test('the digest of the tokenizer is that of its fields, without the template', async () => {
  const digestWith = async (more: object) =>
    (await readGgufHeader(await fileOf(ggufOf({ ...fields, ...more })))).tokenizerSha256;
  const own = await digestWith({});
  expect(await digestWith({ 'tokenizer.chat_template': 'other', 'general.name': 'Other' })).toBe(own);
  expect(await digestWith({ 'tokenizer.ggml.tokens': ['a', 'c'] })).not.toBe(own);
});

test.each<[string, Buffer, RegExp]>([
  [
    'another format',
    Buffer.from('PK\x03\x04 and so on, a zip of weights'),
    /little\.gguf: not a GGUF file: it begins with "PK.*"; expected "GGUF"/,
  ],
  ['an empty file', Buffer.alloc(0), /not a GGUF file/],
  [
    'a header that is cut off',
    ggufOf(fields, tensors).subarray(0, 200),
    /little\.gguf: the header of the GGUF is cut off after 200 B; download the file again$/,
  ],
  [
    'tensors that are cut off',
    ggufOf(fields, tensors).subarray(0, -100),
    /little\.gguf: the file is cut off: it has [\d,]+ bytes, and its header lists [\d,]+ bytes; download/,
  ],
  [
    'an older version',
    Buffer.concat([Buffer.from('GGUF\x01\0\0\0', 'latin1'), Buffer.alloc(40)]),
    /got version 1 of GGUF; expected 2 or 3/,
  ],
])('%s is refused', async (_, bytes, message) => {
  await expect(readGgufHeader(await fileOf(bytes))).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringMatching(message),
  });
});

test('a file without a template has none', async () => {
  const { 'tokenizer.chat_template': _, ...base } = fields;
  expect((await readGgufHeader(await fileOf(ggufOf(base)))).template).toBeNull();
});
