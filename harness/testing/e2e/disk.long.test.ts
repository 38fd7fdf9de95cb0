import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fullDisk } from '../full-disk.ts';
import { scratchProject } from '../scratch-project.ts';

test('a run that finds the disk full says so without a stack, and goes on when there is room', async () => {
  const project = await scratchProject({ git: false });
  const { out, room } = await fullDisk();
  const { exitCode, stderr } = await project.harness(['--task', 'example-h1', '--no-save', '--out', out]);
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
