import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { noOptions } from '../built-in-agent.ts';
import { type AgentChoice, chooseAgent } from './choose-agent.ts';

test.each<[AgentChoice, RegExp]>([
  [{ named: 'nobody' }, /unknown agent "nobody"; there is claude-code, codex/],
  [{ named: 'mine.json' }, /--agent mine\.json: cannot be read \(ENOENT\)/],
  [{ command: 'sh x.sh', id: null }, /--agent-command: needs --agent-id/],
  [{ command: 'sh x.sh', id: 'No Id' }, /--agent-id.*letters a to z/],
  [{ named: 'stagehand', door: 'mcp' }, /--door: found "mcp"; of stagehand it may be cdp/],
  [{ named: 'qwen-code' }, /--agent qwen-code: needs --model/],
])('%j is a mistake of the user, who is told what there is', async (choice, words) => {
  await expect(chooseAgent(choice, noOptions)).rejects.toThrow(words);
});

test('a file that tells of an agent says its door, which a flag may change', async () => {
  const file = `${await folderOf({ 'mine.json': '{"id":"mine","command":"sh x.sh","door":"acp"}' })}/mine.json`;
  expect((await chooseAgent({ named: file }, noOptions)).agent).toEqual({ version: 'unknown', door: 'acp' });
  expect((await chooseAgent({ named: file, door: 'cdp' }, noOptions)).agent?.door).toBe('cdp');
});

test('a file with what no agent has names it', async () => {
  const file = `${await folderOf({ 'mine.json': '{"id":"mine","command":"x","door":"back"}' })}/mine.json`;
  await expect(chooseAgent({ named: file }, noOptions)).rejects.toThrow(/mine\.json: door: .*mcp/);
});
