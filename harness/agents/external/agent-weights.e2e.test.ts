import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { devtools } from '../../servers/devtools.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { llamaModules } from '../../testing/llama-modules.ts';
import { reached, webOfModel } from '../../testing/models/model-play.ts';
import { play } from '../../testing/play.ts';
import { noOptions } from '../built-in-agent.ts';
import { type AgentChoice, chooseAgent } from './choose-agent.ts';

const script = fileURLToPath(new URL('../../testing/guests/chat-agent.mjs', import.meta.url));

/** An episode of an agent that sends these requests, on weights that can only write one text. */
async function playOn(text: string, requests: readonly object[]) {
  const { cache, weights } = await llamaModules({ text });
  const stored: object[] = [];
  const adapter = await chooseAgent(
    {
      command: `exec "${process.execPath}" "${script}" '${JSON.stringify(requests)}'`,
      id: 'ours',
      door: 'cdp',
    },
    {
      ...noOptions,
      env: { ...process.env, CONTRACT_BENCH_CACHE: cache },
      local: { file: weights, folder: '/', record: (...answer) => stored.push(answer) },
    },
  );
  try {
    await adapter.local?.start();
    const played = await play({
      ...{ web: webOfModel, success: reached, task: { judge: 'end' }, server: devtools, adapter },
    });
    return { ...played, adapter, stored };
  } finally {
    await adapter.end?.();
  }
}

const messages = [{ role: 'user', content: 'Say hello.' }];

test('an agent gets its model from local weights, whose answers and tokens are those of its row', async () => {
  const { result, trajectory, adapter, stored, left } = await playOn('Hello.', [{ messages }, { messages }]);
  expect(result).toMatchObject({ status: 'failed', requests: 2, selfReport: true, usd: 0 });
  expect(result.tokens?.output).toBe(2 * ('Hello.'.length + 1));
  expect(result.answer).toContain('"content":"Hello."');
  expect(trajectory.usage?.answered).toBe(adapter.model);
  expect(stored).toMatchObject([
    ['test-task', 1, { request: 0, form: { kind: 'text' }, end: 'stop', seed: '1:test-task:0' }],
    ['test-task', 1, { request: 1, form: { kind: 'text' }, end: 'stop', seed: '1:test-task:1' }],
  ]);
  expect(adapter).toMatchObject({
    id: 'custom:ours',
    kind: 'agent',
    model: expect.stringMatching(/^llama@/),
  });
  expect(adapter.local?.record()).toMatchObject({ toolCalls: 'asked' });
  expect(left).toEqual([]);
});

test('the lines before a run say what is known of its time', async () => {
  const { cache, weights } = await llamaModules({ text: '{"name": "done", "arguments": {}}', tokenMs: 1 });
  const adapter = await chooseAgent(
    { command: 'true', id: 'ours' },
    {
      ...noOptions,
      env: { ...process.env, CONTRACT_BENCH_CACHE: cache },
      local: { file: weights, folder: '/' },
    },
  );
  try {
    const task = { goal: 'Open the page.', startUrl: 'https://example.com/', verify: 'reload' } as const;
    expect(await adapter.local?.estimate(null, { episodes: 2, maxSteps: 3, task })).toEqual([
      expect.stringMatching(
        /^a short sample list of tools was read at \d+ and a call written at [\d.]+ tokens/,
      ),
      'the time of 2 episodes is unknown, because custom:ours writes its own prompts; an episode may use 12000 output tokens and compute for 60 min',
    ]);
  } finally {
    await adapter.end?.();
  }
});

test.each<[AgentChoice | { file: object }, RegExp]>([
  [
    { named: 'codex' },
    /^--model-file: got the agent codex, whose model has the API responses; expected an agent/,
  ],
  [
    { named: 'browser-use-vision' },
    /^--model-file: got the agent browser-use-vision, which sends screenshots/,
  ],
  [
    { file: { id: 'mine', command: 'x', api: 'messages' } },
    /^--model-file: got the agent mine, whose model has the API messages; expected .* such as qwen-code, opencode/,
  ],
])('%j is refused before the weights are looked at', async (asked, words) => {
  const choice =
    'file' in asked
      ? { named: `${await folderOf({ 'mine.json': JSON.stringify(asked.file) })}/mine.json` }
      : asked;
  const local = { file: 'none.gguf', folder: '/' };
  await expect(chooseAgent(choice, { ...noOptions, local })).rejects.toThrow(words);
});
