import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { type ManifestJob, scaleManifest } from '../../testing/scale-manifest.ts';
import { cleanEnv, type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';

/** Those that are played where nothing is chosen. */
const suites = ['fixtures', 'town-sample', 'webvoyager'];

test('the scripts of both Jobs, run as they stand: shards, one of them twice, and the merge', async () => {
  const project = await scratchProject();
  const { shards, merge } = await scaleManifest();
  const out = await folderOf();
  for (const index of [0, 1, 2, 3, 3]) {
    const ended = await runPod(shards, project, out, { JOB_COMPLETION_INDEX: String(index) });
    expect(ended.exitCode, ended.all).toBe(0);
  }
  const folder = path.join(out, project.sha ?? '');
  expect((await readdir(folder)).sort()).toEqual(['shard-1', 'shard-2', 'shard-3', 'shard-4']);
  const merged = await runPod(merge, project, out);
  expect(merged.exitCode, merged.all).toBe(0);
  const { runs } = JSON.parse(await readFile(path.join(folder, `${project.sha}.json`), 'utf8'));
  const played = runs.map(({ suite, complete }: { suite: string; complete: boolean }) => [suite, complete]);
  expect(played.sort()).toEqual(suites.map((suite) => [suite, true]));
  expect(await project.harness(['verify', path.join(folder, 'merged')])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(new RegExp(`^verified ${suites.length} runs, 35 episodes`, 'm')),
  });
});

/** What a container would do, with folders of this machine where it has volumes and a disk of its own. */
async function runPod(job: ManifestJob, project: ScratchProject, out: string, env = {}) {
  const [container] = job.spec.template.spec.containers;
  const [command = '', ...flags] = container.command;
  const temporary = await folderOf();
  await mkdir(path.join(temporary, 'shm'));
  const script = container.args[0].replaceAll('/tmp/', `${temporary}/`).replaceAll('/out/', `${out}/`);
  return execa(command, [...flags, script], {
    cwd: project.folder,
    reject: false,
    all: true,
    stdin: 'ignore',
    extendEnv: false,
    env: { ...cleanEnv(), SHA: project.sha ?? '', TMPDIR: path.join(temporary, 'shm'), ...env },
  });
}
