import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { devtools } from '../../servers/devtools.ts';
import { reached, webOfModel } from '../../testing/models/model-play.ts';
import { type PlayedEpisode, play } from '../../testing/play.ts';
import { doLater } from '../../testing/remove-later.ts';
import { isLong } from '../../testing/sized.ts';
import { noOptions } from '../built-in-agent.ts';
import { chooseAgent } from './choose-agent.ts';

/** The output of a shell command that an agent runs, reported as its answer. */
async function saidInside(line: string): Promise<PlayedEpisode> {
  const command = `printf 'ANSWER: %s' "$(${line})"; node -e '${initialise}'`;
  const adapter = await chooseAgent({ command, id: 'ours' }, noOptions);
  return play({ web: webOfModel, success: reached, task: { judge: 'end' }, adapter });
}

/** Makes one call, so that it has played. */
const initialise = `(async () => {
  const post = (body, more = {}) => fetch(process.env.MCP_URL, { method: "POST", body: JSON.stringify(body),
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...more } });
  const first = await post({ jsonrpc: "2.0", id: 1, method: "initialize", params: {
    protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "x", version: "1" } } });
  await (await post({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "wait", arguments: { ms: 1 } } },
    { "mcp-session-id": first.headers.get("mcp-session-id") })).text();
})()`;

/** A port of this machine that agents must not reach. */
async function otherPort(): Promise<number> {
  const other = createServer((socket) => socket.end('hello'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  doLater(() => void other.close());
  return (other.address() as AddressInfo).port; // it listens on a port
}

/** A command that prints whether the URL from a JavaScript expression answers. */
const reaches = (url: string) =>
  `node -e "fetch(${url}, { signal: AbortSignal.timeout(20_000) }).then(() => console.log(1), () => console.log(0))"`;

let confined: boolean | null;
let said: string[];

/** One agent tries all forbidden accesses, because an episode takes most of a test's time. */
beforeAll(async () => {
  vi.stubEnv('PLANTED_API_KEY', 'sk-planted-0123456789');
  const port = await otherPort();
  const urls = ['process.env.MCP_URL', `'http://127.0.0.1:${port}/'`, "'http://1.1.1.1/'"];
  const reads = `cat ${thisProject.root}/package.json || echo no-file; ls ${thisProject.tasks} || echo no-folder; ls /proc | grep -c "^[0-9]"; env | grep -c planted`;
  const { result, agentConfined } = await saidInside(
    `{ ${reads}; ${urls.map(reaches).join('; ')}; } 2>/dev/null | tr "\\n" " "`,
  );
  vi.unstubAllEnvs();
  confined = agentConfined;
  said = result.answer?.split(' ') ?? [];
});

test("an agent cannot read the project's files, other processes or the key", () => {
  expect(confined).toBe(true);
  const [file, folder, processes, keys] = said;
  expect([file, folder, keys]).toEqual(['no-file', 'no-folder', '0']);
  expect(Number(processes)).toBeLessThan(10);
});

test('an agent only reaches its gateway, no other port of this machine and no other host', () => {
  expect(said.slice(4).join(' ')).toBe('1 0 0');
});

if (isLong) {
  test('without sandboxing the row says so', async () => {
    vi.stubEnv('CONTRACT_BENCH_CONFINE', '0');
    const { agentConfined } = await saidInside('echo here');
    expect(agentConfined).toBe(false);
  });
}

if (isLong)
  test('an agent that drives the browser itself reaches the browser and no other port of this machine', async () => {
    const cdpAgent = fileURLToPath(new URL('../../testing/guests/cdp-agent.mjs', import.meta.url));
    const urls = ['process.env.CDP_URL + `/json/version`', `'http://127.0.0.1:${await otherPort()}/'`];
    const command = `{ ${urls.map((url) => reaches(url).replaceAll('`', "'")).join('; ')}; cat ${thisProject.root}/pack*.json || echo no-file; } 2>/dev/null | tr "\\n" " " > "$ANSWER_FILE"; node "${cdpAgent}" '[["Page.navigate",{"url":"https://a.test/goal"}]]'`;
    const adapter = await chooseAgent({ command, id: 'ours', door: 'cdp' }, noOptions);
    const { result, agentConfined } = await play({
      web: webOfModel,
      success: reached,
      task: { judge: 'end' },
      server: devtools,
      adapter,
    });
    expect(result).toMatchObject({ status: 'passed', answer: '1 0 no-file' });
    expect(agentConfined).toBe(true);
  });

if (isLong)
  test('an agent over its disk limit has failed, and the row names the limit', async () => {
    const adapter = await chooseAgent(
      { command: 'for i in 1 2 3; do fallocate -l 900M "$HOME/$i"; done; sleep 300', id: 'ours' },
      noOptions,
    );
    const { result } = await play({ web: webOfModel, success: reached, task: { judge: 'end' }, adapter });
    expect(result).toMatchObject({
      status: 'failed',
      stopReason: 'ended: it took more than 2048 MiB in its folder',
    });
  });
