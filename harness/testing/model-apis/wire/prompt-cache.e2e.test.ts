import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startVendor } from '../start-vendor.ts';
import { type CacheRule, PromptCache, pieceOf, sumOf } from './prompt-cache.ts';

const page = 'A line of a page that is read again. '.repeat(400);

const rules: CacheRule[] = [
  { by: 'marks', from: 1024, step: 1, writes: true },
  { by: 'prefix', from: 1024, step: 128, writes: true },
  { by: 'prefix', from: 64, step: 64, writes: false },
  { by: 'none', from: 0, step: 1, writes: false },
];

test('whatever was asked before, input, read and written are the prompt', () => {
  const piece = fc.tuple(fc.stringMatching(/^[ab]{1,3}$/), fc.boolean());
  const prompts = fc.array(fc.array(piece, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...rules), prompts, (rule, asked) => {
      const cache = new PromptCache();
      for (const parts of asked) {
        const pieces = parts.map(([text, mark]) => pieceOf(text.repeat(900), mark));
        const { input, cacheRead, cacheWrite } = cache.measure('m', pieces, rule);
        expect(input + cacheRead + cacheWrite).toBe(sumOf(pieces));
        expect(Math.min(input, cacheRead, cacheWrite)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('the same prompt is read where the first wrote, by the same model alone', () => {
  const pieces = [pieceOf(page), pieceOf(page, true), pieceOf('Go on.')];
  const cache = new PromptCache();
  const marks: CacheRule = { by: 'marks', from: 1024, step: 1, writes: true };
  const first = cache.measure('m', pieces, marks);
  expect(first).toEqual({ input: 2, cacheRead: 0, cacheWrite: sumOf(pieces) - 2 });
  expect(cache.measure('m', pieces, marks)).toEqual({ input: 2, cacheRead: first.cacheWrite, cacheWrite: 0 });
  expect(cache.measure('other', pieces, marks).cacheRead).toBe(0);
});

test('a mark looks twenty blocks back and no further', () => {
  const marks: CacheRule = { by: 'marks', from: 1024, step: 1, writes: true };
  const begin = [pieceOf(page, true)];
  const after = (blocks: number) => {
    const cache = new PromptCache();
    cache.measure('m', begin, marks);
    const more = Array.from({ length: blocks }, (_, index) =>
      pieceOf(`answer ${index}`, index === blocks - 1),
    );
    return cache.measure('m', [pieceOf(page), ...more], marks).cacheRead;
  };
  expect([after(20), after(21)]).toEqual([sumOf(begin), 0]);
});

const cached = { cache_control: { type: 'ephemeral' } };
const long = { role: 'user', content: page };

test.each([
  [
    'anthropic-messages',
    '/v1/messages',
    {
      model: 'claude-sonnet-5-5',
      max_tokens: 9,
      system: [{ type: 'text', text: page, ...cached }],
      messages: [{ role: 'user', content: 'Go.' }],
    },
    1,
  ],
  ['openai-responses', '/v1/responses', { model: 'gpt-6.1-sol', input: [long] }, 128],
  ['deepseek', '/chat/completions', { model: 'deepseek-v4-pro', messages: [long] }, 64],
  ['mistral', '/v1/chat/completions', { model: 'mistral-large-latest', messages: [long] }, null],
])('%s reads its cache at the second request, in its own steps', async (id, path, body, step) => {
  await using vendor = await startVendor(id, () => ({ text: 'Done.' }));
  const headers = { authorization: `Bearer ${vendor.key}`, 'anthropic-version': '2023-06-01' };
  const post = () => fetch(`${vendor.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  for (const _ of [1, 2]) expect((await post()).status).toBe(200);
  const [first, second] = vendor.requests.map(({ figures }) => figures?.cacheRead ?? 0);
  expect(first).toBe(0);
  if (step === null) expect(second).toBe(0);
  else {
    expect(second).toBeGreaterThan(1024);
    expect((second ?? 0) % step).toBe(0);
  }
});
