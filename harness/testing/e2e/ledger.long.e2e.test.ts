import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { digest } from '../../platform/digest.ts';
import { ToolLedger } from '../../servers/tool-ledger.ts';
import { CommandProcess } from '../command-process.ts';
import { folderOf } from '../folder-of.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';

/** The recordings that are committed; nothing is played or written there. */
const committed = thisProject.transcripts;

const task = 'example-h1';

const commandLines = new CommandProcess(thisProject.root, cleanEnv());
afterAll(() => commandLines.end());

const diff = (transcripts: string, ...flags: string[]) =>
  commandLines.run(['servers', 'diff', 'playwright', '--transcripts', transcripts, ...flags]);

test('a ledger with another version of a schema names the parameter', async () => {
  const { exitCode, stdout } = await diff(await olderRecording(committed));
  expect(stdout).toContain('- browser_navigate: parameter address (string, required) removed');
  expect(stdout).toContain('+ browser_navigate: parameter url (string, required) added');
  expect(exitCode).toBe(1);
});

test('without a ledger, and where the server cannot start, nothing is compared', async () => {
  const none = await diff(await folderOf());
  expect(none).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/no ledger .*tools\.json; record/),
  });
  const broken = await diff(committed, '--server-command', 'echo no screen >&2; exit 3 # {endpoint}');
  expect(broken).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/server playwright could not be started: .*no screen/),
  });
});

test('check names a ledger that does not fit its tools', async () => {
  const file = path.join(committed, 'playwright', 'tools.json');
  const text = await readFile(file, 'utf8');
  const folder = await folderOf({ 'playwright/tools.json': text.replace('"url"', '"uri"') });
  const one = ['--tasks', path.join(thisProject.tasks, 'fixtures', `${task}.md`)];
  const { exitCode, stderr } = await commandLines.run(['check', ...one, '--transcripts', folder]);
  expect(stderr).toMatch(/playwright\/tools\.json: sha256: must be [0-9a-f]{64} .*; found [0-9a-f]{64}/);
  expect(exitCode).toBe(2);
});

describe('of a recording', () => {
  let project: ScratchProject;
  /** A transcript of `task` and the ledger beside it, just recorded. */
  let recorded: string;

  beforeAll(async () => {
    project = await scratchProject({ git: false });
    const files = await folderOf({
      'calls.jsonl': '{"tool": "browser_navigate", "args": {"url": "https://example.com/"}}\n',
    });
    recorded = path.join(project.folder, 'recorded');
    const script = path.join(files, 'calls.jsonl');
    const flags = ['--adapter', 'script', '--script', script, '--record', '--transcripts', recorded];
    const { exitCode } = await project.harness(['--no-save', '--task', task, ...flags]);
    expect(exitCode).toBe(0);
  });

  test('recording writes the ledger of the tools, and the server still has them', async () => {
    const ledger = ToolLedger.parse(JSON.parse(await readFile(`${recorded}/playwright/tools.json`, 'utf8')));
    const [header = ''] = (await readFile(`${recorded}/playwright/${task}.jsonl`, 'utf8')).split('\n');
    expect(JSON.parse(header).server).toEqual({ ...ledger.server, toolsSha256: ledger.sha256 });
    expect(digest(ledger.tools)).toBe(ledger.sha256);
    expect(await diff(recorded)).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringMatching(
        /^playwright: \d+ tools, as in tools\.json \(\S+ in tools\.json, \S+ here\)$/,
      ),
    });
    expect(await project.harness(['check', '--transcripts', recorded])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('1 transcript, 1 tool ledger valid'),
    });
  });

  test('a transcript recorded with another version of a schema is drift that names the parameter', async () => {
    const other = await olderRecording(recorded);
    const { exitCode, stdout } = await diff(other);
    expect(stdout).toContain('- browser_navigate: parameter address (string, required) removed');
    expect(stdout).toContain('+ browser_navigate: parameter url (string, required) added');
    expect(exitCode).toBe(1);

    const flags = ['bench', 'episode', '--task', task, '--transcripts', other, '--out', 'drifted'];
    const replayed = await project.harness(flags);
    const [row] = JSON.parse(
      await readFile(path.join(project.folder, 'drifted/report.json'), 'utf8'),
    ).episodes;
    expect(row).toMatchObject({
      status: 'replay_drift',
      drift: { reason: 'tool_schema_changed', step: 1, actual: expect.stringMatching(/^parameter url: /) },
      toolCalls: 0,
    });
    expect(replayed.stdout).toMatch(/tool_schema_changed at step 1[\s\S]*parameter url[\s\S]*re-record/);
    expect(replayed.exitCode).toBe(1);
  });
});

/** A recording on the server whose `browser_navigate` called its one required parameter `address`, with its ledger. */
async function olderRecording(recorded: string): Promise<string> {
  const ledger = ToolLedger.parse(JSON.parse(await readFile(`${recorded}/playwright/tools.json`, 'utf8')));
  const navigate = ledger.tools.find(({ name }) => name === 'browser_navigate');
  if (!navigate) throw new Error('browser_navigate is gone');
  if (String(navigate.inputSchema.required) !== 'url')
    throw new Error('browser_navigate requires other than url');
  navigate.inputSchema = {
    ...navigate.inputSchema,
    required: ['address'],
    properties: { address: { type: 'string' } },
  };
  const toolsSha256 = digest(ledger.tools);
  const transcript = (await readFile(`${recorded}/playwright/${task}.jsonl`, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((line) => {
      if (line.kind === 'header') return { ...line, server: { ...line.server, toolsSha256 } };
      if (line.kind !== 'tool_call') return line;
      const args = { address: line.args.url };
      return { ...line, args, args_digest_sha256: digest(args) };
    });
  return folderOf({
    'playwright/tools.json': JSON.stringify({ ...ledger, sha256: toolsSha256 }),
    [`playwright/${task}.jsonl`]: transcript.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
}
