/**
 * A minimal script without a harness: for each task it spawns Chromium, attaches the server through the MCP SDK, sends the
 * calls, and closes. It does not judge, isolate or clean up beyond that. Prints its phases as JSON.
 */
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { projectAt } from '../../platform/project.ts';
import type { ToolCall } from '../../results/score/trajectory.ts';
import { commandLineOf } from '../../servers/command-line.ts';
import { openCall } from '../../servers/connect-server.ts';
import { findServer } from '../../servers/index.ts';
import { fillSessionValues } from '../../task/transcripts/session-values.ts';
import { readFixtureSites } from '../../web/fixture-sites.ts';
import { openHermeticWeb } from '../../web/hermetic-web.ts';
import { startBareBrowser } from './bare-browser.ts';

const server = findServer('playwright');
const phases = { start: 0, reset: 0, tool: 0, stop: 0 };
const [root = '', file = ''] = process.argv.slice(2);
const fixtureSites = await readFixtureSites(projectAt(root).webRoots);
const episodes: BareEpisode[] = JSON.parse(await readFile(file, 'utf8'));
let errors = 0;

for (const { startUrl, seed, calls } of episodes) {
  const folder = await mkdtemp(path.join(tmpdir(), 'cb-'));
  const web = await openHermeticWeb(fixtureSites, seed);
  const [browser, endpoint] = await timed('reset', () => startBareBrowser(folder, web.flags));
  const port = Number(new URL(endpoint).port);
  const [command, args] = await commandLineOf(server, { endpoint: `http://127.0.0.1:${port}`, port, folder });
  const client = new Client({ name: 'bare-replay', version: '1' });
  const env = { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder };
  await timed('start', () =>
    client.connect(new StdioClientTransport({ command, args, env, cwd: folder, stderr: 'ignore' })),
  );
  await timed('tool', async () => {
    const answers: string[] = [];
    for (const { tool, args } of [openCall(server, [], startUrl), ...calls]) {
      const filled = fillSessionValues(args as ToolCall['args'], answers);
      if ('unbound' in filled) throw new Error(`${tool}: no answer has ${filled.unbound}`);
      const { isError, content } = await client.callTool({ name: tool, arguments: filled.args });
      answers.push((content as { text?: string }[]).map(({ text = '' }) => text).join('\n'));
      errors += Number(isError === true);
    }
  });
  await timed('stop', async () => {
    await client.close();
    browser.kill('SIGKILL');
    await once(browser, 'exit');
    await web.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
}
process.stdout.write(`${JSON.stringify({ phases, errors } satisfies BareOutcome)}\n`);

async function timed<T>(phase: keyof typeof phases, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  phases[phase] += performance.now() - from;
  return result;
}

/** The bare script's input for one task; `seed` is the world's. */
export type BareEpisode = {
  startUrl: string;
  seed: number | undefined;
  /** In the form of a transcript: values from earlier answers are filled in. */
  calls: readonly Pick<ToolCall, 'tool' | 'args'>[];
};

/** Milliseconds by phase, and the number of calls answered with an error. */
export type BareOutcome = {
  phases: Record<'start' | 'reset' | 'tool' | 'stop', number>;
  errors: number;
};
