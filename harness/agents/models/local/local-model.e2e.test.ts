import { expect, test } from 'vitest';
import { llamaModules } from '../../../testing/llama-modules.ts';
import { noOptions } from '../../built-in-agent.ts';
import { localModel } from './local-model.ts';

const call = '{"name": "done", "arguments": {}}';
const task = { goal: 'Open the page.', startUrl: 'https://example.com/', verify: 'reload' } as const;

test('the minutes of a run are known without its server, from a short sample list', async () => {
  const { cache, weights } = await llamaModules({ text: call, tokenMs: 1 });
  const env = { ...process.env, CONTRACT_BENCH_CACHE: cache };
  const agent = await localModel.make({ ...noOptions, env, local: { file: weights, folder: '/' } });
  try {
    await agent.local?.start();
    const run = { episodes: 20, maxSteps: 30, task };
    const lines = await agent.local?.estimate(null, run);
    expect(lines).toEqual([
      expect.stringMatching(/^4 tools and the prompt are \d+ tokens, read at [\d.]+ and written at [\d.]+ /),
      expect.stringMatching(/^20 episodes take about [\d.]+ to [\d.]+ minutes; --resume continues/),
      expect.stringMatching(/^the speed was measured with a short sample list of tools; a run also reads/),
    ]);
    expect(await agent.local?.estimate([], run)).toHaveLength(2);
  } finally {
    await agent.end?.();
  }
});
