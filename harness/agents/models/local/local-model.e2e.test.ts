import sharp from 'sharp';
import { expect, test } from 'vitest';
import { toAnswer } from '../../../servers/answer.ts';
import { guestServer } from '../../../testing/guests/guest-server.ts';
import { llamaModules } from '../../../testing/llama-modules.ts';
import { modelTask } from '../../../testing/models/vendor-agent.ts';
import { turnOf } from '../../../testing/turn-of.ts';
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

test('a picture in an answer of the server is not part of the prompt', async () => {
  const { cache, weights } = await llamaModules({ text: '{"name": "look", "arguments": {}}', tokenMs: 1 });
  const env = { ...process.env, CONTRACT_BENCH_CACHE: cache };
  const asked: unknown[] = [];
  const local = {
    ...{ file: weights, folder: '/' },
    record: (_: string, __: number, answer: object) => asked.push(answer),
  };
  const agent = await localModel.make({ ...noOptions, env, local });
  try {
    await agent.local?.start();
    const opened = await agent.open(modelTask, guestServer());
    if (!('session' in opened)) throw new Error('it drifted');
    const { session } = opened;
    session.meetTools?.([{ name: 'look', description: 'Looks.', inputSchema: { type: 'object' } }]);
    await session.next(null, turnOf());
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = { type: 'image', mimeType: 'image/png', data: png.toString('base64') } as const;
    await session.next(toAnswer([picture], false), turnOf());
    await session.end?.();
  } finally {
    await agent.end?.();
  }
  expect(JSON.stringify(asked[1])).toContain('(an image, which this model cannot see)');
  expect(JSON.stringify(asked)).not.toContain('image_url');
});
