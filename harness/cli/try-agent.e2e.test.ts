import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { runIn } from '../testing/own-project.ts';
import { thisProject } from './this-project.ts';

const shell = path.join(thisProject.root, 'docs/examples/agents/agent.sh');
const python = path.join(thisProject.root, 'docs/examples/agents/agent.py');

const tried = async (agent: string, values: Record<string, unknown> = {}) => {
  const project = { ...thisProject, reports: await folderOf() };
  const { lines, exitCode } = await runIn(thisProject.root, 'agents try', { agent, ...values }, { project });
  return { text: lines.join('\n'), exitCode };
};

test('of an agent it says how far it came: handshake, tools, first call, done', async () => {
  expect(await tried(`sh '${shell}'`)).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(
      /handshake {2}seen, agent\.sh 1\ntools {6}not listed\nfirst call browser_navigate \{"url":.*\n.*1 step, .*\ndone {7}seen, success true\n[\s\S]*note {7}it sends no notifications\/initialized[\s\S]*custom:tried can play$/,
    ),
  });
  expect(await tried(`python3 '${python}'`)).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(/tools {6}listed\nfirst call browser_/),
  });
});

test('one that does nothing is told what it left out, and what it printed last', async () => {
  expect(await tried('echo "no key" >&2; exit 7')).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(
      /handshake {2}not seen[\s\S]*wrong {6}no handshake: .*\nwrong {6}it called no tool\nwrong {6}.*ended with 7.*no key[\s\S]*it cannot play yet$/,
    ),
  });
  await expect(tried('claude-code')).rejects.toThrow(/claude-code/);
});
