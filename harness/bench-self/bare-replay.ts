/**
 * What one would write without a harness: for each task spawn Chromium, attach the server through the MCP SDK, send
 * the recorded calls, close. Nothing is judged, isolated or cleaned up beyond that. Prints its phases as JSON.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { findChromium } from '../chromium/find-chromium.ts';
import { projectAt } from '../project/project.ts';
import { commandLineOf, openCall } from '../servers/connect-server.ts';
import { findServer } from '../servers/index.ts';
import { noPatternCheck, readTasks } from '../task/read-tasks.ts';
import { parseTranscript } from '../transcript/parse-transcript.ts';
import { openHermeticWeb } from '../web/hermetic-web.ts';
import { readStandIns } from '../web/stand-ins.ts';

const server = findServer('playwright');
const phases = { start: 0, reset: 0, tool: 0, stop: 0 };
const chromium = await findChromium();
const [root = ''] = process.argv.slice(2);
const project = projectAt(root);
const standIns = await readStandIns(project.webRoots);
const { tasks } = await readTasks(path.join(project.tasks, 'webvoyager'), 'webvoyager', noPatternCheck);

for (const { task } of tasks) {
  const file = path.join(project.transcripts, server.id, `${task.id}.jsonl`);
  const parsed = parseTranscript(await readFile(file, 'utf8'));
  if ('drift' in parsed) throw new Error(`${file}: ${parsed.drift.reason}`);

  const folder = await mkdtemp(path.join(tmpdir(), 'cb-'));
  const web = await openHermeticWeb(standIns);
  const [browser, endpoint] = await timed('reset', () => startBrowser(folder, web.flags));
  const port = Number(new URL(endpoint).port);
  const [command, args] = commandLineOf(server, { endpoint: `http://127.0.0.1:${port}`, port, folder });
  const client = new Client({ name: 'bare-replay', version: '1' });
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder };
  await timed('start', () =>
    client.connect(new StdioClientTransport({ command, args, env, cwd: folder, stderr: 'ignore' })),
  );
  await timed('tool', async () => {
    const open = openCall(server, [], task.startUrl);
    await client.callTool({ name: open.tool, arguments: open.args });
    for (const call of parsed.transcript.calls)
      await client.callTool({ name: call.tool, arguments: call.args });
  });
  await timed('stop', async () => {
    await client.close();
    browser.kill('SIGKILL');
    await once(browser, 'exit');
    await web.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}
process.stdout.write(`${JSON.stringify(phases)}\n`);

async function startBrowser(folder: string, webFlags: string[]) {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--remote-debugging-port=0',
  ];
  const child = spawn(
    chromium.executable,
    [...flags, `--user-data-dir=${folder}/p`, '--window-size=1280,800', ...webFlags, 'about:blank'],
    { env: { HOME: folder, TMPDIR: folder, ...chromium.env }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  for await (const line of createInterface({ input: child.stderr })) {
    const url = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (url) return [child, url] as const;
  }
  throw new Error('Chromium did not start');
}

async function timed<T>(phase: keyof typeof phases, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  phases[phase] += performance.now() - from;
  return result;
}
