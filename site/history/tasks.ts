import { globSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import {
  type ClauseAddress,
  childAddresses,
  nameOfClause,
  rootAddress,
} from '../../harness/judge/clause-address.ts';
import type { Contract } from '../../harness/judge/contract.ts';
import { isLogical, leafOperator, logicalOperator } from '../../harness/judge/operator-of.ts';
import { formatDuration, formatUsd } from '../../harness/platform/words/format.ts';
import { plural } from '../../harness/publish/board/format.ts';
import type { OutcomeStrip } from '../../harness/publish/board/read-site-history.ts';
import { packageUrl, repositoryUrl, settings } from '../../harness/publish/board/settings.ts';
import { changeText, clauseText } from '../../harness/results/records/clause-text.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import { outcomeClassOf } from '../../harness/results/records/statuses.ts';
import { type ReadSuites, readSuites, suitesIn } from '../../harness/task/read-suites.ts';
import { noPatternCheck, soundTasks, type TaskFile } from '../../harness/task/read-tasks.ts';
import type { Suite } from '../../harness/task/suite.ts';
import type { SuitePlaces } from '../../harness/task/suite-folders.ts';

type TaskPages = {
  /** Every task by suite, then file. */
  taskFiles: TaskFile[];
  /** By id, in the order of playing. */
  suites: ReturnType<typeof suitesIn>;
};

/** Tasks that share a page: the seeds of a template over all suites, or one task. */
export type TaskGroup = {
  /** Id of the template, else of the task. */
  id: string;
  title: string;
  tasks: readonly [TaskFile, ...TaskFile[]];
};

/** Sorted by their first tasks. */
export function groupTasks(files: readonly TaskFile[]): TaskGroup[] {
  return [...Map.groupBy(files, ({ task }) => task.templateId ?? task.id)].flatMap(
    ([id, [first, ...others]]) => (first ? [{ id, title: first.task.title, tasks: [first, ...others] }] : []),
  );
}

/** `24 templates, 120 tasks of the town and 12 tasks of its sample`: suites are not pooled. */
export function countWords(groups: readonly TaskGroup[], suiteName: (id: string) => string): string {
  if (groups.every(({ tasks }) => tasks.length === 1)) return plural(groups.length, 'task');
  const suites = [
    ...Map.groupBy(
      groups.flatMap(({ tasks }) => tasks),
      ({ suite }) => suite,
    ),
  ];
  const counts = suites.map(([suite, tasks]) =>
    suites.length === 1
      ? plural(tasks.length, 'task')
      : `${plural(tasks.length, 'task')} of ${suiteName(suite)}`,
  );
  return [plural(groups.length, 'template'), counts.join(' and ')].join(', ');
}

/** The limits of an attempt by suite, which override those of a task; one line if all suites of the group are equal. */
export function limitLines(
  { tasks }: Pick<TaskGroup, 'tasks'>,
  suites: ReadonlyMap<string, Pick<Suite, 'limits'>>,
  suiteName: (id: string) => string,
): string[] {
  const lines = [...Map.groupBy(tasks, ({ suite }) => suite)].flatMap(([suite, [first]]) => {
    const limits = suites.get(suite)?.limits.hermetic ?? first?.task;
    if (!limits) return [];
    const { maxSteps, maxDurationMs, maxUsd } = limits;
    const words = `${maxSteps} steps, ${formatDuration(maxDurationMs)}, ${formatUsd(maxUsd)}`;
    return [{ words, name: suiteName(suite) }];
  });
  const [first] = lines;
  if (first && lines.every(({ words }) => words === first.words)) return [first.words];
  return lines.map(({ words, name }) => `${name}: ${words}`);
}

/** The state of a task: passed in every episode, in some, in none, or not played. */
export type TaskMark = 'whole' | 'part' | 'never' | 'unplayed';

/** Passed and total episodes, with one mark per task; errored episodes are left out. */
type Passed = { passed: number; total: number; marks: TaskMark[] };

/** Results of the best reference solution, simple rules and agent on these tasks; null if none was played. */
export function outcomesOf(
  taskIds: readonly string[],
  outcomes: ReadonlyMap<string, readonly OutcomeStrip[]>,
  superseded: ReadonlySet<string>,
): Record<'ceiling' | 'floor' | 'agent', Passed | null> {
  const strips = taskIds.flatMap((taskId) =>
    (outcomes.get(taskId) ?? [])
      .filter(({ standingId }) => !superseded.has(standingId))
      .map((strip) => ({ ...strip, taskId })),
  );
  const best = (isOf: (kind: RunKind) => boolean): Passed | null => {
    const rows = Map.groupBy(
      strips.filter(({ kind }) => isOf(kind)),
      ({ standingId }) => standingId,
    );
    const passed = [...rows.values()].map((row): Passed => {
      const byTask = taskIds.map((id) => {
        const points = row.filter(({ taskId }) => taskId === id).flatMap((strip) => strip.points);
        const classes = points.map(({ status }) => outcomeClassOf(status));
        return {
          passed: classes.filter((each) => each === 'passed').length,
          total: classes.filter((each) => each !== 'errored').length,
        };
      });
      return {
        passed: byTask.reduce((sum, task) => sum + task.passed, 0),
        total: byTask.reduce((sum, task) => sum + task.total, 0),
        marks: byTask.map(markOf),
      };
    });
    const [first] = passed
      .filter(({ total }) => total > 0)
      .toSorted(
        (one, other) => other.passed / other.total - one.passed / one.total || other.total - one.total,
      );
    return first ?? null;
  };
  return {
    ceiling: best((kind) => kind === 'oracle' || kind === 'replay'),
    floor: best((kind) => kind === 'baseline'),
    agent: best(isOfAgent),
  };
}

export function markOf({ passed, total }: { passed: number; total: number }): TaskMark {
  if (total === 0) return 'unplayed';
  return passed === total ? 'whole' : passed === 0 ? 'never' : 'part';
}

/** The page of a group, and the place of one of its tasks on it. */
export function pathInGroup(group: TaskGroup, taskId: string): `/${string}` {
  return taskId === group.id ? `/tasks/${group.id}/` : `/tasks/${group.id}/#${taskId}`;
}

/** The tasks that a project plays or has played; all tasks if it does not list its suites. */
export function ofProject(
  { taskFiles, suites }: TaskPages,
  plays: readonly string[] | null,
  played: readonly string[],
): TaskPages {
  if (plays === null) return { taskFiles, suites };
  const shown = new Set([...plays, ...played]);
  return {
    taskFiles: taskFiles.filter(({ suite }) => shown.has(suite)),
    suites: new Map([...suites].filter(([id]) => shown.has(id))),
  };
}

/** Tasks of valid files; the build command lists the invalid ones. Throws if a suite is invalid. */
export async function readTaskPages(places: SuitePlaces): Promise<TaskPages> {
  const read: ReadSuites = await readSuites(places, noPatternCheck);
  return { taskFiles: soundTasks(read, () => false).tasks, suites: suitesIn(read) };
}

/** A clause in words, with its name in verdicts. */
export type DescribedClause = {
  name: string;
  kind: string;
  words: string;
  /** Values that the words only count. */
  listed: string[];
  children: DescribedClause[];
};

/** The clauses of a contract, all of which must pass: the children of a root `and`, or the root itself. */
export function describeContract(contract: Contract): DescribedClause[] {
  const root = rootAddress(contract);
  return (root.path === null ? childAddresses(root) : [root]).map(describeClause);
}

function describeClause(address: ClauseAddress): DescribedClause {
  const { clause } = address;
  const children = childAddresses(address).map(describeClause);
  const words = isLogical(clause)
    ? logicalOperator(clause).wanted(children.length)
    : clauseText(leafOperator(clause).wanted(clause));
  const listed = isLogical(clause) ? [] : (leafOperator(clause).listed?.(clause) ?? []).map(changeText);
  return { name: nameOfClause(address), kind: clause.kind, words, listed, children };
}

/** The address of a file on the web; null if the repository is not set, or if neither the project nor the package has the file. */
export function sourceHref(file: string): string | null {
  return below(settings.root, repositoryUrl, file) ?? below(settings.packageRoot, packageUrl, file);
}

function below(root: string, url: string | null, file: string): string | null {
  const path = relative(root, file).split(sep).join('/');
  return url === null || path.startsWith('..') || path.startsWith('node_modules/')
    ? null
    : `${url}/blob/HEAD/${path}`;
}

/** The replayed recording of a task for each server: one folder per server, the caller's folder before the package's. */
export function recordingsOf(taskId: string): { name: string; file: string }[] {
  const byServer = new Map<string, { name: string; file: string }>();
  for (const folder of settings.recordings.toReversed())
    for (const found of globSync(`*/${taskId}.jsonl`, { cwd: folder })) {
      const server = dirname(found);
      byServer.set(server, {
        name: `${basename(folder)}/${server}/${taskId}.jsonl`,
        file: join(folder, found),
      });
    }
  return [...byServer.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
