import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleRelease } from '../../results/examples/example-release.ts';
import { releaseName } from '../../results/records/release-record.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { gitAs } from '../../testing/remotes/git-as.ts';
import { remoteOf } from '../../testing/remotes/remote-of.ts';
import { scratchProject } from '../../testing/scratch-project.ts';
import { isLong } from '../../testing/sized.ts';
import { runStep, workflowStep } from '../../testing/workflow-step.ts';

test.each([
  ['nothing is left', 0, 0, false],
  ['a release is left', 1, 0, false],
  ['the command line is wrong or the disk is full', 2, 2, false],
  ['the time was up', 124, 0, true],
])('the step that measures, if %s', async (_, code, ends, warns) => {
  const measure = await workflowStep('servers.yml', 'measure', 'measure');
  const program = `console.log(process.argv.slice(2).join(' ')); process.exit(${code});`;
  const folder = await folderOf({ 'harness/cli/bin.mjs': program });
  const { exitCode, log } = await runStep(measure, folder, { LAST: '2' });
  const [first, second = ''] = log.split('\n');
  expect(first).toBe('servers measure --new --last 2');
  expect(exitCode).toBe(ends);
  expect(second.startsWith('::warning::')).toBe(warns);
});

if (isLong)
  test('the step that publishes pushes the records of servers and their lockfiles', async () => {
    const { folder, sha = '' } = await scratchProject();
    const remote = await remoteOf(folder);
    const record = exampleRelease();
    const name = releaseName(record.server);
    const servers = path.join(folder, 'results', 'servers');
    await mkdir(path.join(servers, 'locks'), { recursive: true });
    await writeFile(path.join(servers, `${name}.json`), JSON.stringify(record));
    await writeFile(path.join(servers, 'locks', `${name}.json`), '{}\n');
    const publish = await workflowStep('servers.yml', 'publish', 'publish');
    const { exitCode, log } = await runStep(publish, folder);
    expect(exitCode, log).toBe(0);
    const pushed = await gitAs(remote, 'diff', '--name-only', sha ?? '', 'main');
    expect(pushed.split('\n').sort()).toEqual([
      `results/servers/locks/${name}.json`,
      `results/servers/${name}.json`,
    ]);
  });
