import path from 'node:path';
import { execa } from 'execa';
import { expect } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { watchModules } from './loaded-modules.ts';
import { cleanEnv } from './scratch-project.ts';

/** Looks at what is loaded for these words, which name no work to do. */
export async function expectLight(args: readonly string[]): Promise<void> {
  const { env, loaded } = await watchModules();
  const main = path.join(thisProject.root, 'harness', 'cli', 'main.ts');
  const { exitCode } = await execa(process.execPath, [main, ...args], {
    reject: false,
    extendEnv: false,
    env: { ...cleanEnv(), ...env },
  });
  expect(exitCode).toBe(0);
  const own = (await loaded())
    .filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'))
    .map((url) => path.relative(thisProject.root, new URL(url).pathname))
    .filter((file) => !file.startsWith('..'));
  expect(own).toContain('harness/cli/commands/verify.ts');
  // A command is a light file; the work of none is loaded.
  const besides = own.filter((file) => !file.startsWith('harness/cli/commands/'));
  expect(besides.length).toBeLessThan(20);
  expect(own.filter((file) => !file.startsWith('harness/cli')).sort()).toEqual([
    'harness/agents/models/caps.ts',
    'harness/platform/errors/user-error.ts',
    'harness/platform/files/cache-folder.ts',
    'harness/platform/files/make-folder.ts',
    'harness/platform/process/provide-disposal.ts',
    'harness/platform/process/take-keys.ts',
    'harness/platform/words/typed-as.ts',
    'harness/task/task-caps.ts',
    'package.json',
  ]);
}
