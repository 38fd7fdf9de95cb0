import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { folderOf } from '../folder-of.ts';
import { guestFlags } from '../guests/guest-flags.ts';
import { type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

const play = (out: string, ...flags: string[]) =>
  project.harness(['--task', 'example-h1', '--no-save', '--out', out, ...flags]);

test('a folder that another process plays into is refused, and the process is named', async () => {
  const out = await folderOf();
  const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  onTestFinished(() => void other.kill('SIGKILL'));
  writeFileSync(path.join(out, `.in-use-${other.pid}-x`), hostname());
  const { exitCode, stderr } = await play(out);
  expect(stderr).toContain(
    `--out ${out}: process ${other.pid} on ${hostname()} is playing into it; wait for it, or choose another folder with --out`,
  );
  expect(exitCode).toBe(2);
  expect(readdirSync(out)).toEqual([`.in-use-${other.pid}-x`]);
});

test('a path that is no folder is said to be none', async () => {
  const { exitCode, stderr } = await play('/dev/null');
  expect(stderr).toMatch(/^--out \/dev\/null: \/dev\/null: cannot be written: there is a file of that name/m);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(exitCode).toBe(2);
});

test('a run that finds the disk full says so without a stack, and how to go on', async () => {
  const { out } = await fullDisk();
  const { exitCode, stderr } = await play(out, ...guestFlags(), '--adapter', 'noop');
  const [said = ''] = /^.* no space is left on the disk \(ENOSPC\)$/m.exec(stderr) ?? [];
  expect(said.startsWith(`${out}/`)).toBe(true);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(stderr).toMatch(/go on with: npm run harness -- .* --resume /);
  expect(exitCode).toBe(2);
});

test('a run that finds the disk full says so without a stack, and goes on when there is room', async () => {
  const { out, room } = await fullDisk();
  const { exitCode, stderr } = await play(out);
  expect(stderr).toContain(`no space is left on the disk (ENOSPC)`);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(exitCode).toBe(2);
  const [, again = ''] = /go on with: npm run harness -- (.*)/.exec(stderr) ?? [];
  expect(again).toContain(`--out '${out}' --no-save --resume `);
  room();
  // What was cut short is in nobody's way.
  writeFileSync(path.join(out, '20200101T000000Z-abcdef-fixtures.json'), '{"runId": "2020');
  writeFileSync(path.join(out, 'trajectories.jsonl'), '{"runId": "2020');
  const resumed = await project.harness(
    again
      .replaceAll(`'${out}'`, '@')
      .split(' ')
      .map((word) => (word === '@' ? out : word)),
  );
  expect(resumed).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/ passed +example-h1/) });
  expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([]);
});

/** A folder for artefacts in which there is no room for facts until there is `room`. */
async function fullDisk(): Promise<{ out: string; room(): void }> {
  const out = path.join(await folderOf(), 'with room');
  mkdirSync(out);
  const facts = path.join(out, 'facts.jsonl');
  symlinkSync('/dev/full', facts);
  return { out, room: () => rmSync(facts) };
}
