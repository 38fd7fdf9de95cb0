import { afterEach, expect, test } from 'vitest';
import { llamaModules } from '../../../testing/llama-modules.ts';
import { chat } from '../apis/chat.ts';
import { ToolLoop } from '../tool-loop.ts';
import { openLocalProxy } from './local-proxy.ts';
import { type Runtime, startRuntime } from './runtime/start-runtime.ts';

// Nothing in it is undefined.
const env = { ...process.env } as Record<string, string>;
const sampling = { temperature: 0.7, topK: 20, topP: 0.8, repeatPenalty: 1 };
const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each[Symbol.asyncDispose]();
});

async function runtimeOf(weights: Parameters<typeof llamaModules>[0], stopMs?: number): Promise<Runtime> {
  const { runtime, weights: file } = await llamaModules(weights);
  const started = await startRuntime(runtime, { weights: [file], context: 8192, threads: 1 }, env, stopMs);
  opened.push(started);
  return started;
}

/** The first move of an episode, whose weights may compute for this time. */
async function moveOf(runtime: Runtime, maxComputeMs: number) {
  const session = new ToolLoop({
    ...{ api: chat, model: 'little', effort: null, prompt: { system: 'You browse.', task: 'Do it.' } },
    host: { window: 8192, maxTokens: 1024, quirks: new Set(['no_streams']) },
    endRun: () => {},
    openProxy: (clock) =>
      openLocalProxy({
        ...{ runtime, model: 'little', sampling, seed: '1', maxTokens: 12_000, maxComputeMs, clock },
      }),
  });
  session.meetTools([{ name: 'open', description: 'Opens a page.', inputSchema: { type: 'object' } }]);
  let isStopped = false;
  const move = await session.next(null, {
    signal: AbortSignal.timeout(60_000),
    pause: () => {
      isStopped = true;
    },
    resume: () => {
      isStopped = false;
    },
    log: () => {},
    changedTools: async () => null,
  });
  const account = session.account();
  await session.end();
  return { move, isStopped, account };
}

const call = '{"name": "open", "arguments": {}}';

test('weights within the limit give their call, and their computing time is counted', async () => {
  const { move, account } = await moveOf(await runtimeOf({ text: call, tokenMs: 1 }), 600_000);
  expect(move).toMatchObject({ kind: 'call', tool: 'open' });
  expect(account).toMatchObject({ requests: 1, tokens: { output: call.length } });
  expect(account?.computedMs).toBeGreaterThan(0);
});

test('an episode over the limit of computing time ends as a fault of the harness, and the runtime goes on', async () => {
  const runtime = await runtimeOf({ text: null, tokenMs: 5 });
  const { move, isStopped, account } = await moveOf(runtime, 200);
  expect(move).toEqual({
    kind: 'stopped',
    stop: 'model_error',
    why: expect.stringMatching(/the weights computed for 200 ms, the limit of the harness for one episode$/),
  });
  expect(isStopped).toBe(false);
  expect(account).toMatchObject({ requests: 0, computedMs: expect.any(Number) });
  expect(await runtime.tokenize('ab')).toEqual([97, 98]);
});

test('a runtime that does not stop is ended, and a later request says so', async () => {
  const runtime = await runtimeOf({ text: null, blocks: true }, 100);
  expect((await moveOf(runtime, 100)).move).toMatchObject({ kind: 'stopped', stop: 'model_error' });
  await expect(runtime.tokenize('ab')).rejects.toThrow(/^the runtime of the local model ended: /);
});
