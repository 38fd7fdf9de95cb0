import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { exampleFailure, exampleRun } from '../../results/examples/example-run.ts';
import { keepEvents } from '../../results/store/keep-events.ts';
import { saveRun } from '../../results/store/save-run.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { mcpOf } from '../../testing/mcp-of.ts';
import { cleanEnv } from '../../testing/scratch-project.ts';

let folder: string;
let results: string;

beforeAll(async () => {
  folder = await folderOf({ 'contract-bench.config.json': '{}' });
  results = path.join(folder, 'results');
  const commit = { date: '2026-01-01T00:00:00Z', parents: [] };
  for (const runId of ['one', 'two']) await saveRun(results, 'a'.repeat(40), commit, exampleRun({ runId }));
});

test('no answer is longer than its bound, however much an episode said', async () => {
  const mcp = await mcpOf(folder);
  onTestFinished(() => mcp.client.close());
  const lost = exampleFailure({ taskId: 'lost' });
  const runId = '20260104-long';
  const long = exampleRun({ runId, episodes: [lost], config: { kind: 'oracle', adapter: 'oracle' } });
  const lines = Array.from({ length: 400 }, (_, at) => [
    { type: 'tool_call', seq: at + 1, tool: 'type', args: { text: 'é'.repeat(4000) } },
    {
      type: 'tool_result',
      seq: at + 1,
      kind: 'text',
      isError: false,
      bytes: 9,
      durationMs: 5,
      preview: 'é'.repeat(500),
    },
  ]).flat();
  const text = lines.map((event) => JSON.stringify({ runId, taskId: 'lost', trial: 1, atMs: 1, ...event }));
  keepEvents(results, long, `${text.join('\n')}\n`);
  await saveRun(results, 'd'.repeat(40), { date: '2026-01-04T00:00:00Z', parents: [] }, long);
  const { notes, bytes } = await mcp.ask('show_episode', { run: runId, task: 'lost', limit: 100 });
  expect(bytes).toBeLessThan(40_000);
  expect(notes).toMatch(/^1 to \d+ of 400 steps; \d+ more are left out: cursor "\d+" goes on\.$/m);
});

test('garbage on its input is passed over; it answers what comes before the end, ends with it, and writes nothing', async () => {
  const before = globSync('**/*', { cwd: folder }).toSorted();
  const child = spawn(process.execPath, [path.join(thisProject.root, 'harness', 'cli', 'main.ts'), 'mcp'], {
    cwd: folder,
    env: cleanEnv(),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const request = (id: number, method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const clientInfo = { name: 'test', version: '1' };
  const initialise = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
  child.stdin.end(
    [
      Buffer.from([0xff, 0, 0xfe]).toString('latin1'),
      '{"half":',
      '[]',
      '{"jsonrpc":"2.0","id":1}',
      request(1, 'initialize', initialise),
      'null',
      request(2, 'nothing/of/this', {}),
      request(3, 'tools/call', { name: 'list_runs', arguments: { limit: 1 } }),
      'the end without a line break',
    ].join('\n'),
  );
  expect(await ended).toBe(0);
  const answers = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.find(({ id }) => id === 2)).toMatchObject({ error: { code: -32601 } });
  expect(answers.find(({ id }) => id === 3).result.content[0].text).toContain('1 to 1 of');
  expect(globSync('**/*', { cwd: folder }).toSorted()).toEqual(before);
});
