import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cleanEnv, scratchProject } from '../../harness/testing/scratch-project.ts';

const script = fileURLToPath(new URL('../../harness/testing/print-town.ts', import.meta.url));

/** A time zone half a day ahead with daylight saving, and a locale with decimal commas. */
const elsewhere = { TZ: 'Pacific/Auckland', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' };

/** The output of `print-town.ts` for each instance of a seed, by id; for these templates, or for all. */
async function townPrinted(
  { seed, workers = 0, ids = [] }: { seed: number; workers?: number; ids?: readonly string[] },
  env: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, `${seed}`, `${workers}`, ...ids], {
    env: { ...cleanEnv(), ...env },
    maxBuffer: 2 ** 28,
  });
  return JSON.parse(stdout);
}

test('tasks, pages, answers and what is changed are the same to the byte in another zone and language', async () => {
  const asked = { seed: 1 };
  const [here, there] = await Promise.all([townPrinted(asked), townPrinted(asked, elsewhere)]);
  const { length } = Object.keys(here);
  expect(length).toBeGreaterThanOrEqual(16);
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
