import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { projectAt } from '../../platform/project.ts';
import { type GateOptions, gate } from '../../publish/gate/gate.ts';
import { servers } from '../../servers/index.ts';
import { folderOf } from '../folder-of.ts';
import { saveReplay } from '../save-replay.ts';
import { suiteYaml } from '../suite-files.ts';
import { usualGateOptions } from '../usual-gate-options.ts';
import { commitAll, gitAs } from './git-as.ts';

export type GatedProject = {
  folder: string;
  /** Its first commit, which was played; its second, `base`, holds those results. */
  played: string;
  /** A copy for one test to change. */
  copy(): Promise<string>;
  shallowClone(): Promise<string>;
};

export const web = ['task-01-example-com-title', 'task-02-mdn-fetch-syntax'] as const;
export const fixture = 'example-h1';
export const transcript = `transcripts/playwright/${web[1]}.jsonl`;
export const baseline = 'results/baseline.json';

/** A project of three tasks whose replays the gate judges. */
export async function gatedProject(): Promise<GatedProject> {
  const suites = {
    webvoyager: { expected_pass_count: 2, required: web },
    fixtures: { expected_pass_count: 1, required: [fixture] },
  };
  const content = { schema: 'contract-bench.baseline.v1', server: 'playwright', suites };
  const project = await folderOf({
    'README.md': 'A small project.\n',
    [baseline]: `${JSON.stringify(content, null, 2)}\n`,
    'results/skills/runs/one.json': '{}\n',
    'tasks/webvoyager/suite.yaml': suiteYaml('webvoyager', { tasks: web, maxSteps: 30 }),
    'tasks/fixtures/suite.yaml': suiteYaml('fixtures', { tasks: [fixture], maxSteps: 20 }),
  });
  for (const name of [
    ...web.map((id) => `tasks/webvoyager/${id}.md`),
    `tasks/fixtures/${fixture}.md`,
    ...[...web, fixture].map((id) => `transcripts/playwright/${id}.jsonl`),
  ])
    await cp(path.join(thisProject.root, name), path.join(project, name));
  await gitAs(project, 'init', '--quiet', '--initial-branch=main');
  const played = await commitAll(project, 'feat: three tasks');
  await playAll(project, played);
  await commitAll(project, 'chore(results): both suites');
  await gitAs(project, 'branch', 'base');
  return {
    folder: project,
    played,
    copy: async () => {
      const folder = await folderOf();
      await cp(project, folder, { recursive: true });
      return folder;
    },
    shallowClone: async () => {
      const folder = await folderOf();
      await gitAs(folder, 'clone', '--quiet', '--depth=1', '--branch=main', `file://${project}`, '.');
      return folder;
    },
  };
}

export async function playAll(folder: string, sha: string): Promise<void> {
  for (const suite of ['fixtures', 'webvoyager']) await saveReplay(folder, { sha, suite });
}

export async function changeFile(folder: string, file: string, by: (text: string) => string): Promise<void> {
  const before = await readFile(path.join(folder, file), 'utf8');
  const after = by(before);
  expect(after, `nothing changed in ${file}`).not.toBe(before);
  await writeFile(path.join(folder, file), after);
}

export const usualOptions: GateOptions = { ...usualGateOptions, servers };

/** The reasons that keep the gate shut. */
export async function reasons(folder: string, options: Partial<GateOptions> = {}): Promise<string[]> {
  const { lines, passed } = await gate({ ...usualOptions, ...options }, projectAt(folder), {});
  const failed = lines.filter((line) => line.startsWith('FAILED  ')).map((line) => line.slice(8));
  expect(passed).toBe(failed.length === 0);
  return failed;
}
