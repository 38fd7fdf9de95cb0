import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { CommandProcess } from '../command-process.ts';
import { folderOf } from '../folder-of.ts';
import { olderRecording } from '../older-recording.ts';
import { cleanEnv } from '../scratch-project.ts';

/** The ledger that is committed; nothing is played or written here. */
const recorded = thisProject.transcripts;

const commandLines = new CommandProcess(thisProject.root, cleanEnv());
afterAll(() => commandLines.end());

const diff = (transcripts: string, ...flags: string[]) =>
  commandLines.run(['servers', 'diff', 'playwright', '--transcripts', transcripts, ...flags]);

test('a ledger with another version of a schema names the parameter', async () => {
  const { exitCode, stdout } = await diff(await olderRecording(recorded, 'example-h1'));
  expect(stdout).toContain('- browser_navigate: parameter address (string, required) went');
  expect(stdout).toContain('+ browser_navigate: parameter url (string, required) came');
  expect(exitCode).toBe(1);
});

test('without a ledger, and where the server cannot start, nothing is compared', async () => {
  const none = await diff(await folderOf());
  expect(none).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/no ledger .*tools\.json; record/),
  });
  const broken = await diff(recorded, '--server-command', 'echo no screen >&2; exit 3 # {endpoint}');
  expect(broken).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/server playwright could not be started: .*no screen/),
  });
});

test('check names a ledger that does not fit its tools', async () => {
  const file = path.join(recorded, 'playwright', 'tools.json');
  const text = await readFile(file, 'utf8');
  const folder = await folderOf({ 'playwright/tools.json': text.replace('"url"', '"uri"') });
  const one = ['--tasks', path.join(thisProject.tasks, 'fixtures', 'example-h1.md')];
  const { exitCode, stderr } = await commandLines.run(['check', ...one, '--transcripts', folder]);
  expect(stderr).toMatch(/playwright\/tools\.json: sha256: must be [0-9a-f]{64} .*; found [0-9a-f]{64}/);
  expect(exitCode).toBe(2);
});
