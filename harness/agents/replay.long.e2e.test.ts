import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeTranscript } from '../task/transcripts/transcript-files.ts';
import { folderOf, webOf } from '../testing/folder-of.ts';
import { answered, webOfModel } from '../testing/models/model-play.ts';
import { play } from '../testing/play.ts';
import { noOptions } from './built-in-agent.ts';
import { chooseAgent } from './external/choose-agent.ts';
import { replay } from './replay.ts';

const success = { kind: 'dom_text' as const, selector: 'h1', contains: 'Goal' };

test('a recorded episode replays to the same end', async () => {
  const web = await webOf({ 'a.test/index.html': '<h1>Start</h1>', 'a.test/goal.html': '<h1>Goal</h1>' });
  const first = await play({ web, success, calls: [['picture'], ['open', { url: 'https://a.test/goal' }]] });
  if (!first.transcript) throw new Error(first.result.status);
  const folder = await folderOf();
  await writeTranscript(folder, first.transcript, (value) => value);
  const adapter = await replay.make({ ...noOptions, transcripts: [folder] });
  const again = await play({ web, success, adapter });
  expect(again.result).toMatchObject({ status: 'passed', steps: 2, factsSha256: expect.any(String) });
  expect(again.transcript?.calls).toEqual(first.transcript.calls);
});

test('an answer after the last allowed step is recorded and replayed', async () => {
  const script = fileURLToPath(new URL('../testing/guests/mcp-agent.mjs', import.meta.url));
  const calls = JSON.stringify([
    ['open', { url: 'https://a.test/goal' }],
    ['done', { success: true, answer: '42 metres' }],
  ]);
  const command = `exec "${process.execPath}" "${script}" '${calls}'`;
  const agent = await chooseAgent({ command, id: 'ours' }, noOptions);
  const first = await play({ web: webOfModel, ...answered, maxSteps: 1, adapter: agent });
  if (!first.transcript) throw new Error(first.result.status);
  const folder = await folderOf();
  await writeTranscript(folder, first.transcript, (value) => value);
  const adapter = await replay.make({ ...noOptions, transcripts: [folder] });
  const again = await play({ web: webOfModel, ...answered, maxSteps: 1, adapter });
  expect(again.result).toMatchObject({ status: 'passed', steps: 1, answer: '42 metres' });
});
