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

test('an agent that drives the browser gets its first act and its counts reported, and how it crashed later', async () => {
  const example = path.join(thisProject.root, 'docs/examples/agents/cdp_agent.py');
  const task = 'task-04-rfc-9110-section-9-title';
  const played = await tried(`python3 '${example}' https://www.rfc-editor.org/info/rfc9110 HTML Methods`, {
    ...{ door: 'cdp', task },
  });
  expect(played.text).toMatch(
    /attached {3}seen\nfirst act {2}click \{"x":.*\nplayed {5}3 steps, .*\ncounted {4}3 acts, \d+ looks?, 3 steps by its own count\ndone {7}seen, success true\n/,
  );
  expect(played).toMatchObject({ exitCode: 0, text: expect.stringMatching(/custom:tried can play$/) });
  const crashed = await tried(`python3 '${example}' https://www.rfc-editor.org/info/rfc9110 Nowhere`, {
    ...{ door: 'cdp', task },
  });
  expect(crashed).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(
      /first act {2}click [\s\S]*\nwrong {6}.*ended with 1: LookupError: no link Nowhere\n[\s\S]*the agent cannot play yet$/,
    ),
  });
  const late = await tried('sleep 60', { door: 'cdp', timeout: 3 });
  expect(late.text).toMatch(/attached {3}not seen[\s\S]*wrong {6}the time was up before the agent had ended/);
});

test('an agent with ACP gets its answers, its MCP handshake and its first call reported', async () => {
  const script = path.join(thisProject.root, 'harness/testing/guests/acp-agent.mjs');
  const calls = JSON.stringify([
    ['browser_navigate', { url: 'https://example.com/' }],
    ['done', { success: true }],
  ]);
  const line = (flags: string) => `exec '${process.execPath}' '${script}' '${calls}' ${flags}`;
  const whole = await tried(line(''), { door: 'acp' });
  expect(whole.text).toMatch(
    /interface acp\nacp {8}initialize answered, protocol 1\nsession {4}opened\nturn {7}.*\nhandshake {2}seen, agent 1\ntools {6}not listed\nfirst call browser_navigate \{/,
  );
  const broken = await tried(line('--fails'), { door: 'acp' });
  expect(broken).toMatchObject({
    exitCode: 1,
    text: expect.stringMatching(
      /session {4}opened\nturn {7}not ended by the agent\n[\s\S]*wrong {6}the agent did not answer session\/prompt\..*\n[\s\S]*no such model[\s\S]*the agent cannot play yet$/,
    ),
  });
  const silent = await tried('echo Welcome; sleep 60', { door: 'acp', timeout: 3 });
  expect(silent.text).toMatch(/acp {8}initialize not answered\nsession {4}not opened\n/);
  expect(silent.text).toMatch(/wrong {6}the agent did not answer initialize\. With ACP it reads requests/);
});

test.each(['agent.sh', 'agent.py'])('the example %s can play', async (file) => {
  const runner = file.endsWith('.py') ? 'python3' : 'sh';
  const { text } = await tried(`${runner} '${path.join(path.dirname(python), file)}'`);
  expect(text).toMatch(/custom:tried can play$/);
});
