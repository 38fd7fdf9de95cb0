import path from 'node:path';
import { expect, test } from 'vitest';
import { folderOf } from '../testing/folder-of.ts';
import { runIn } from '../testing/own-project.ts';
import { thisProject } from './this-project.ts';

const python = path.join(thisProject.root, 'docs/examples/agents/agent.py');

const tried = async (agent: string, values: Record<string, unknown> = {}) => {
  const project = { ...thisProject, reports: await folderOf() };
  const { lines, exitCode } = await runIn(thisProject.root, 'agents try', { agent, ...values }, { project });
  return { text: lines.join('\n'), exitCode };
};

const message = (id: number, method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
/** It lists the tools, and leaves out what should follow initialize. */
const hasty = [
  message(1, 'initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'hasty', version: '2' },
  }),
  message(2, 'tools/list', {}),
  message(3, 'tools/call', { name: 'done', arguments: { success: true } }),
];

test('of an agent it says how far it came: handshake, tools, first call, done', async () => {
  const whole = await tried(`python3 '${python}'`);
  expect(whole).toMatchObject({ exitCode: 0 });
  expect(whole.text).toMatch(
    /handshake {2}seen, agent\.py 1\ntools {6}not listed\nfirst call browser_navigate \{/,
  );
  expect(whole.text).toMatch(/\ndone {7}seen, success true\noutput .*\ncustom:tried can play$/);
  const { text, exitCode } = await tried(
    `printf '%s\\n' ${hasty.map((line) => `'${line}'`).join(' ')} | $MCP_COMMAND`,
  );
  expect(exitCode).toBe(0);
  expect(text).toMatch(/handshake {2}seen, hasty 2\ntools {6}listed\nfirst call done \{"success":true\}/);
  expect(text).toMatch(/note {7}the agent does not send notifications\/initialized/);
});

test('one that does nothing is told what it left out, and what it printed last', async () => {
  expect(await tried('echo "no key" >&2; exit 7')).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(
      /handshake {2}not seen[\s\S]*wrong {6}no handshake: .*\nwrong {6}the agent called no tool\nwrong {6}.*ended with 7.*no key[\s\S]*the agent cannot play yet$/,
    ),
  });
  await expect(tried('claude-code')).rejects.toThrow(/claude-code/);
});
