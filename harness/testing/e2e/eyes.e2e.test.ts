import { beforeAll, expect, test } from 'vitest';
import { cleanEnv, type ScratchProject, scratchProject } from '../scratch-project.ts';

let project: ScratchProject;

beforeAll(async () => {
  project = await scratchProject({ git: false });
});

test.each<[string[], Record<string, string> | undefined, RegExp]>([
  [['--headed'], undefined, /^--headed: found no display .*DISPLAY.* is set\); .*xvfb-run$/m],
  [
    ['--headed'],
    { DISPLAY: ':9', PATH: '/nowhere', CHROME_PATH: '' },
    /^--headed: found no installed Chrome or Chromium \(looked for google-chrome-stable, .*\n.*install one: .*\n {2}or name it by CHROME_PATH$/m,
  ],
  [['--keep-browser'], { CI: 'true' }, /^--keep-browser: found CI in the environment/m],
  [['--keep-browser', '--workers', '2'], undefined, /^--keep-browser: found --workers 2; allowed is 1/m],
  [['--slow', '0'], undefined, /--slow.* found "0"; allowed is a whole number from 1 to 60000/],
])('%j is refused where nobody could look on', async (flags, env, why) => {
  const { exitCode, stderr } = await project.harness(
    [...flags, '--task', 'local-form-submit'],
    env && { env: { ...cleanEnv(), ...env } },
  );
  expect(stderr).toMatch(why);
  expect(exitCode).toBe(2);
});
