import { expect, test } from 'vitest';
import { sha256 } from '../../../platform/digest.ts';
import { toAnswer } from '../../../servers/answer.ts';
import { llamaModules } from '../../../testing/llama-modules.ts';
import { turnOf } from '../../../testing/turn-of.ts';
import { chat } from '../apis/chat.ts';
import { ToolLoop } from '../tool-loop.ts';
import { openLocalProxy } from './local-proxy.ts';
import { type Runtime, startRuntime } from './runtime/start-runtime.ts';

// Nothing in it is undefined.
const env = { ...process.env } as Record<string, string>;

const open = {
  name: 'open',
  description: 'Opens a page.',
  inputSchema: {
    type: 'object',
    properties: { url: { type: 'string' }, tab: { type: 'integer' } },
    required: ['url'],
  },
};

/** Two turns of the harness's own loop: what the runtime was asked, and what was stored. */
async function twoTurns() {
  const { runtime: installed, weights } = await llamaModules({
    text: '{"name": "open", "arguments": {"url": "https://example.com"}}',
  });
  await using started = await startRuntime(installed, { weights: [weights], context: 8192, threads: 1 }, env);
  const asked: Parameters<Runtime['complete']>[0][] = [];
  const stored: { promptSha256: string; end: string; text: string }[] = [];
  const session = new ToolLoop({
    ...{ api: chat, model: 'little', effort: null, prompt: { system: 'You browse.', task: 'Do it.' } },
    host: { window: 8192, maxTokens: 64, quirks: new Set(['no_streams']) },
    endRun: () => {},
    openProxy: (clock) =>
      openLocalProxy({
        ...{ model: 'little', seed: '1:a-task', maxTokens: 12_000, maxComputeMs: 60_000, clock },
        sampling: { temperature: 0.7, topK: 20, topP: 0.8, repeatPenalty: 1 },
        runtime: {
          ...started,
          complete: (each, ...more) => {
            asked.push(each);
            return started.complete(each, ...more);
          },
        },
        record: (answer) => stored.push(answer),
      }),
  });
  session.meetTools([open]);
  const turn = turnOf();
  await session.next(null, turn);
  await session.next(toAnswer([{ type: 'text', text: 'A page.' }], false), turn);
  await session.end();
  return { asked, stored };
}

test('the requests of the own loop keep the prompts, grammars, seeds and answers of older rows', async () => {
  const { asked, stored } = await twoTurns();
  const grammar = '0afe6118cc4893a6bef1d399dd0de94e2b1ec382cc151ecf1890766f9673a279';
  const settings = '0813af45ed7e4eb289ce8dadad213e3a6d1a80f537c132de921869b160d8636d';
  expect(
    asked.map(({ conversation, grammar: text, sampling, maxTokens, seed }) => [
      sha256(JSON.stringify(conversation)),
      sha256(text),
      sha256(JSON.stringify({ sampling, maxTokens })),
      seed,
    ]),
  ).toEqual([
    ['c0d8845689c0dcc491f9312b312965d25d3c37e71483ecfaa0596e3e24abfe08', grammar, settings, '1:a-task:0'],
    ['39dc6efd6f17790de98d1cb72f51cbc749874524839d1bf8eface71ffab53a8b', grammar, settings, '1:a-task:1'],
  ]);
  const call = '{"name": "open", "arguments": {"url": "https://example.com"}}';
  expect(stored.map(({ promptSha256, end, text }) => [promptSha256, end, text])).toEqual([
    ['3459b124babf84f6a91b442fb037de778f7cfc647b50ef8e2fe51de1b827d363', 'call', call],
    ['22d2d277cff7198e18abd7875a3983cca4efb33a9bcda15ed71ae7d6c3b8aade', 'call', call],
  ]);
});
