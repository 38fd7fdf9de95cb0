import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { projectAt } from '../../platform/project.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
import {
  baseline,
  changeFile,
  type GatedProject,
  gatedProject,
  reasons,
  transcript,
  usualOptions,
  web,
} from '../../testing/remotes/gated-project.ts';
import { commitAll, gitAs } from '../../testing/remotes/git-as.ts';
import { saveReplay } from '../../testing/save-replay.ts';
import { gate } from './gate.ts';

let project: GatedProject;
beforeAll(async () => {
  project = await gatedProject();
});

test('what was not played since the last change of what is played is pending', async () => {
  const folder = await project.copy();
  await rm(path.join(folder, transcript));
  const sha = await commitAll(folder, 'test: a transcript less');
  await saveReplay(folder, { sha, suite: 'fixtures' });
  expect(await reasons(folder)).toEqual([
    `tasks/webvoyager/${web[0]}.md: ${web[0]}: it was not played at this commit`,
    `${transcript}: ${web[1]}: it was not played at this commit, for it has no transcript; record one with --record`,
    `${baseline}: 0 tasks passed, expected_pass_count is 2`,
  ]);
});

test('an uncommitted change of what is played makes every older run that of another tree', async () => {
  const folder = await project.copy();
  expect(await reasons(folder)).toEqual([]);
  await changeFile(folder, transcript, (text) => `${text}\n`);
  expect(await reasons(folder)).toHaveLength(5);
});

test('a server of the project may be any file of it, but no document at its root', async () => {
  const folder = await project.copy();
  const mine = { id: 'mine', cannot: {}, origin: { command: 'node server.js' } };
  const options = { server: 'mine', servers: [mine] };
  await cp(path.join(folder, 'transcripts/playwright'), path.join(folder, 'transcripts/mine'), {
    recursive: true,
  });
  const commit = (file: string) =>
    writeFile(path.join(folder, file), file).then(() => commitAll(folder, file));
  const server = { ...exampleRun().config.server, id: 'custom:mine', package: null };
  const sha = await commit('server.js');
  for (const suite of ['fixtures', 'webvoyager']) await saveReplay(folder, { sha, suite, server });
  await commit('README.md');
  expect(await reasons(folder, options)).toEqual([]);
  const { lines } = await gate({ ...usualOptions, ...options }, projectAt(folder), {});
  expect(lines).toContain(
    `note: judged by what was played at ${sha.slice(0, 7)}: no change since then changes what is played`,
  );
  await writeFile(path.join(folder, 'lib.js'), '');
  const unplayed = expect.arrayContaining([
    `tasks/fixtures/example-h1.md: example-h1: it was not played at this commit`,
  ]);
  expect(await reasons(folder, options)).toEqual(unplayed);
  await commit('lib.js');
  expect(await reasons(folder, options)).toEqual(unplayed);
  await saveReplay(folder, { sha: await commit('late.js'), suite: 'fixtures', server });
  expect(await reasons(folder, options)).not.toEqual(unplayed);
});

test('a lowered baseline is said, and so is a removed task', async () => {
  const folder = await project.copy();
  await changeFile(folder, baseline, (text) =>
    text
      .replace('"expected_pass_count": 1', '"expected_pass_count": 0')
      .replace(/,\s+"task-02-mdn-fetch-syntax"/, ''),
  );
  await commitAll(folder, 'test: a lower baseline');
  expect(await reasons(folder)).toEqual([
    `${baseline}: suites.webvoyager.required: ${web[1]} removed; the base requires it`,
    `${baseline}: suites.fixtures.expected_pass_count: lowered to 0; the base has 1`,
  ]);
});

test('a shallow clone fetches the parent as its base', async () => {
  const folder = await project.shallowClone();
  expect(await gitAs(folder, 'rev-list', '--count', 'HEAD')).toBe('1');
  const { lines } = await gate(usualOptions, projectAt(folder), {});
  expect(lines[0]).toContain(`against the parent commit (${project.played.slice(0, 7)})`);
});

test('a base that is nowhere is a mistake of the user; none can be asked for', async () => {
  await expect(gate({ ...usualOptions, base: 'nowhere' }, projectAt(project.folder), {})).rejects.toThrow(
    /^--base: no commit "nowhere" here/,
  );
  const alone = await gate({ ...usualOptions, base: false }, projectAt(project.folder), {});
  expect(alone).toMatchObject({
    passed: true,
    lines: [expect.stringMatching(/against nothing$/), ...alone.lines.slice(1)],
  });
});
