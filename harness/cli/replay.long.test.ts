import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ResultsFile } from '../result/result.ts';
import { scratchProject } from '../testing/scratch-project.ts';

test('every task of both suites passes, twice with the same report, in a small file; who does nothing passes none', async () => {
  const project = await scratchProject();
  const read = (...parts: string[]) => readFile(path.join(project.folder, ...parts), 'utf8');
  const first = await project.harness(['--workers', '2', '--out', 'first']);
  expect(first.stderr).toBe('');
  expect(first.stdout).toMatch(/WebVoyager contract-eval score = 10 \/ 10 tasks passed/);
  expect(first.stdout).toMatch(/Fixtures contract-eval score = 13 \/ 13 tasks passed/);
  expect(first.exitCode).toBe(0);
  expect(ResultsFile.parse(await project.results()).runs.map(({ episodes }) => episodes.length)).toEqual([
    13, 10,
  ]);
  expect((await read('results', `${project.sha}.json`)).length).toBeLessThan(48 * 1024);

  await project.harness(['--workers', '2', '--no-save', '--out', 'second']);
  expect(await read('second', 'report.json')).toBe(await read('first', 'report.json'));

  const noop = ['--adapter', 'noop', '--no-save', '--workers', '2', '--reporter', 'json', '--out', 'noop'];
  const { totals } = JSON.parse((await project.harness(noop)).stdout);
  expect(totals).toMatchObject({ episodes: 23, passed: 0, errored: 0 });
});
