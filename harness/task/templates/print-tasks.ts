import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { writeAtomically } from '../../platform/files/write-file.ts';
import type { Project } from '../../platform/project.ts';
import { typedAs } from '../../platform/words/command-line.ts';
import { thereIs } from '../../platform/words/known-names.ts';
import { instancesFileName, lockText } from '../instances-file.ts';
import { pagesFor } from '../pages/installed-pages.ts';
import { readSuites } from '../read-suites.ts';
import { noPatternCheck, soundTasks, type TaskFile } from '../read-tasks.ts';
import type { Limits, Suite } from '../suite.ts';
import { instanceMaker, type OpenPages, suiteInstances, taskFilesOf } from './make-instances.ts';

/** A task for a person or another program. */
export type PrintedTask = {
  id: string;
  templateId: string;
  goal: string;
  startUrl: string;
  limits: Limits;
  contract: TaskFile['task']['success'];
  /** Null for a task without a template. */
  level: number | null;
  capabilities: readonly string[];
  sites: readonly string[];
};

type PrintOptions = {
  openPages: OpenPages;
  project: Project;
  /** Null for all. */
  suite: string | null;
  seeds: readonly number[] | null;
  check: boolean;
  write: boolean;
  /** Names the cache with the installed pages. */
  env: NodeJS.ProcessEnv;
};

/**
 * The tasks of suites; tasks of templates are made again. `check` compares their lock files with the result, `write`
 * updates them; a suite whose pages are not installed is left out of both, with a line. Throws `UserError`.
 */
export async function printTasks({
  openPages,
  project,
  suite: asked,
  seeds,
  check,
  write,
  env,
}: PrintOptions): Promise<{
  tasks: PrintedTask[];
  stale: boolean;
  lines: string[];
  /** A note on task files with mistakes, which are left out; null if there are none. */
  note: string | null;
}> {
  const read = await readSuites(project.suites, noPatternCheck);
  const suites = read.suites.filter(({ suite }) => asked === null || suite.id === asked);
  if (asked !== null && suites.length === 0)
    throw new UserError(
      `--suite: unknown suite "${asked}"; ${thereIs(
        asked ?? '',
        read.suites.map(({ suite }) => suite.id),
      )}`,
    );
  if (seeds && (check || write))
    throw new UserError('--seed: a lock file has the seeds of its suite; leave --seed out');
  const maker = instanceMaker(project, openPages);
  const files = read.tasks;
  const tasks: PrintedTask[] = [];
  const lines: string[] = [];
  let stale = false;
  for (const { suite, file: suiteFile } of suites) {
    if (check || write) {
      const { why } = await pagesFor(suite, env);
      if (why !== null) {
        lines.push(`${write ? 'not written' : 'not checked'}: ${why}`);
        continue;
      }
    }
    if (!suite.templates) {
      tasks.push(...files.filter((file) => file.suite === suite.id).map((file) => printed(file, suite)));
      continue;
    }
    const instances = await suiteInstances(maker, suite, seeds);
    tasks.push(...taskFilesOf(suite.id, instances).map((file) => printed(file, suite)));
    const file = path.join(path.dirname(suiteFile), instancesFileName);
    const wanted = lockText(instances);
    const isCurrent = wanted === (await readFile(file, 'utf8').catch(() => ''));
    if (write && !isCurrent) await writeAtomically(file, wanted);
    stale ||= check && !isCurrent;
    const found = isCurrent ? 'is current' : write ? 'written' : 'differs from what its templates make';
    lines.push(`${path.relative(project.root, file)}: ${instances.length} instances, ${found}`);
  }
  // A stale lock file is also a mistake of its suite, but is reported once.
  const { note } = write || check ? { note: null } : soundTasks(read, () => false);
  if (stale) lines.push(`${typedAs} tasks print --write makes them anew`);
  return { tasks, stale, lines, note };
}

function printed({ task, instance }: TaskFile, { limits }: Suite): PrintedTask {
  return {
    id: task.id,
    templateId: task.templateId ?? task.id,
    goal: task.goal,
    startUrl: task.startUrl,
    limits: limits.hermetic,
    contract: task.success,
    level: instance?.level ?? null,
    capabilities: instance?.capabilities ?? task.tags,
    sites: instance?.sites ?? (URL.canParse(task.startUrl) ? [new URL(task.startUrl).hostname] : []),
  };
}
