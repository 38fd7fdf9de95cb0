import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { scratchProject } from '../../harness/testing/scratch-project.ts';
import { elsewhere, townPrinted } from '../../harness/testing/town-printed.ts';

vi.setConfig({ testTimeout: 3_600_000 });

test('tasks, pages, answers and what is changed are the same to the byte in another zone and language', async () => {
  const [here, there] = await Promise.all([townPrinted({ seed: 1 }), townPrinted({ seed: 1 }, elsewhere)]);
  expect(Object.keys(here).length).toBeGreaterThanOrEqual(16);
  expect(there).toEqual(here);
});

test('what the oracle is served in Chromium, and the tables that it leaves, are the same with two workers and elsewhere', async () => {
  const alone = await townPrinted({ seed: 6, workers: 1 });
  expect(Object.values(alone)).toEqual(
    Object.values(alone).map(() => expect.objectContaining({ status: 'passed' })),
  );
  expect(await townPrinted({ seed: 6, workers: 2 })).toEqual(alone);
  expect(await townPrinted({ seed: 6, workers: 1 }, elsewhere)).toEqual(alone);
});

test('report.json is the same to the byte with two workers and elsewhere', async () => {
  const project = await scratchProject();
  const reportOf = async (out: string, workers: number, env: Record<string, string> = {}) => {
    const args = ['--suite', 'town-sample', '--adapter', 'oracle', '--no-save', '--workers', String(workers)];
    const { exitCode, stderr } = await project.harness([...args, '--out', out], { env, extendEnv: true });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    return readFile(path.join(project.folder, out, 'report.json'), 'utf8');
  };
  const alone = await reportOf('one', 1);
  expect(await reportOf('two', 2)).toBe(alone);
  expect(await reportOf('elsewhere', 1, elsewhere)).toBe(alone);
});
