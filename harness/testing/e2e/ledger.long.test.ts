import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { digest } from '../../platform/digest.ts';
import { ToolLedger } from '../../servers/tool-ledger.ts';
import { folderOf } from '../folder-of.ts';
import { olderRecording } from '../older-recording.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;
/** A transcript of `task` and the ledger beside it, just recorded. */
let recorded: string;

const task = 'example-h1';

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

const diff = (transcripts: string) =>
  project.harness(['servers', 'diff', 'playwright', '--transcripts', transcripts]);

test('recording writes the ledger of the tools, and the server still has them', async () => {
  const ledger = ToolLedger.parse(JSON.parse(await readFile(`${recorded}/playwright/tools.json`, 'utf8')));
  const [header = ''] = (await readFile(`${recorded}/playwright/${task}.jsonl`, 'utf8')).split('\n');
  expect(JSON.parse(header).server).toEqual({ ...ledger.server, toolsSha256: ledger.sha256 });
  expect(digest(ledger.tools)).toBe(ledger.sha256);
  expect(await diff(recorded)).toMatchObject({
    exitCode: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^playwright: \d+ tools, as in the ledger \(\S+ in the ledger, \S+ here\)$/,
    ),
  });
  expect(await project.harness(['check', '--transcripts', recorded])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('1 transcript, 1 tool ledger valid'),
  });
});

test('a transcript recorded with another version of a schema is drift that names the parameter', async () => {
  const other = await olderRecording(recorded, task);
  const { exitCode, stdout } = await diff(other);
  expect(stdout).toContain('- browser_navigate: parameter address (string, required) went');
  expect(stdout).toContain('+ browser_navigate: parameter url (string, required) came');
  expect(exitCode).toBe(1);

  const flags = ['bench', 'episode', '--task', task, '--transcripts', other, '--out', 'drifted'];
  const replayed = await project.harness(flags);
  const [row] = JSON.parse(await readFile(path.join(project.folder, 'drifted/report.json'), 'utf8')).episodes;
  expect(row).toMatchObject({
    status: 'replay_drift',
    drift: { reason: 'tool_schema_changed', step: 1, actual: expect.stringMatching(/^parameter url: /) },
    toolCalls: 0,
  });
  expect(replayed.stdout).toMatch(/tool_schema_changed at step 1[\s\S]*parameter url[\s\S]*re-record/);
  expect(replayed.exitCode).toBe(1);
});
