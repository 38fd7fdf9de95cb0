import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { actionSteps, runStep } from '../../testing/workflow-step.ts';

const stepOf = async (name: string) => {
  const step = (await actionSteps()).find((each) => each.name === name);
  if (!step) throw new Error(`action.yml has no step "${name}"`);
  return step;
};
/** Says nothing of its version, as one that is too old exits. */
const old = '#!/bin/sh\nexit 1\n';

test('the Node of the job is taken where it is new enough, else the newest that the runner has', async () => {
  const folder = await folderOf({
    'bin/node': old,
    'tools/node/20.1.0/x64/bin/node': old,
    'tools/node/24.2.0/x64/bin/node': `#!/bin/sh\nexec '${process.execPath}' "$@"\n`,
  });
  const newest = path.join(folder, 'tools/node/24.2.0/x64/bin/node');
  const tooOld = path.join(folder, 'bin/node');
  for (const file of [tooOld, newest, path.join(folder, 'tools/node/20.1.0/x64/bin/node')])
    await chmod(file, 0o755);
  const step = await stepOf('find Node');
  const find = async (first: string) => {
    const PATH = `${path.dirname(first)}:${process.env.PATH}`;
    const { outputs } = await runStep(step, folder, {
      ...{ HERE: path.join(folder, 'here'), PATH, RUNNER_TOOL_CACHE: path.join(folder, 'tools') },
    });
    return outputs.node;
  };
  expect(await find(process.execPath)).toBe(process.execPath);
  expect(await find(tooOld)).toBe(newest);
});

test('what is installed is the version that the action has, or what is asked for', async () => {
  const step = await stepOf('what is installed');
  const specOf = async (asked: string) =>
    (await runStep(step, await folderOf(), { ACTION_PATH: thisProject.root, PACKAGE: asked })).outputs.spec;
  expect(await specOf('')).toBe(`contract-bench@${packageJson.version}`);
  expect(await specOf('./a.tgz')).toBe('./a.tgz');
});
