/** The pages of suites whose tasks are played on pages by other authors. */
import { compared, frameName } from '../../harness/publish/board/format.ts';
import type { LimitedRun } from '../../harness/publish/board/read-site-history.ts';
import type { Reference } from '../../harness/results/records/references.ts';
import type { Result, Run } from '../../harness/results/records/result.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import type { RunKind } from '../../harness/results/records/run-identity.ts';
import { isCharged } from '../../harness/results/records/statuses.ts';
import type { StandingGroup } from '../../harness/results/standings/standings.ts';
import type { PagePackage } from '../../harness/task/packages/package.ts';
import { packageOf } from '../../harness/task/pages/installed-pages.ts';
import type { TaskFile } from '../../harness/task/read-tasks.ts';
import type { Suite } from '../../harness/task/suite.ts';
import { limitedBeside } from './rows.ts';
import { markOf, type TaskMark } from './tasks.ts';

/** A current row on the suite, or the newest run of a reference solution without the tasks that it left out. */
export type SuiteLine = {
  kind: RunKind;
  adapter: string;
  name: string;
  server: { id: string; version: string };
  /** The id of a row; null for a run. */
  rowId: string | null;
  /** The page of the row or of the run. */
  path: `/${string}`;
  trials: number;
  worldSeeds: readonly number[] | null;
  passed: number;
  /** All attempts of the suite, with those left out. */
  total: number;
  /** Attempts that passed with a reward of at least 1; null if no reward is stored. */
  full: number | null;
  /** Attempts that passed within the steps of `SuitePage.within`. */
  within: number;
  /** Ids of the tasks that the server's own tools cannot do, and of those without a reference solution. */
  cannot: readonly string[];
  unsolved: readonly string[];
  /** By task id. */
  marks: ReadonlyMap<string, TaskMark>;
};

/** The tasks that ask for the same, such as `drag`: the first tag of a task. `path`: their page. */
export type SuiteKind = { name: string; path: `/${string}`; tasks: readonly TaskFile[] };

export type SuitePage = {
  suite: Suite;
  path: `/${string}/`;
  pages: PagePackage | null;
  tasks: readonly [TaskFile, ...TaskFile[]];
  /** The largest kind first. */
  kinds: readonly SuiteKind[];
  /** Whether each kind has a page of its own, because one page would be too large. */
  isSplit: boolean;
  /** Agents and models first, then ceilings, then floors and controls; in each, the best first. */
  lines: readonly SuiteLine[];
  /** Claims of others about these tasks. */
  references: readonly Reference[];
  /** The smallest limit of steps of these claims, if it is below that of the suite; else null. */
  within: number | null;
};

type Sources = {
  suites: ReadonlyMap<string, Suite>;
  taskFiles: readonly TaskFile[];
  packages: readonly PagePackage[];
  standings: readonly StandingGroup[];
  limited: readonly LimitedRun[];
  references: readonly Reference[];
  /** A run with its episodes. */
  runOf: (run: { sha: string; runId: string }) => Pick<Run, 'episodes'>;
  runPath: (sha: string, runId: string) => `/${string}`;
};

/** Tasks of one page, about 1 kB each; a page is at most 60 kB. */
const mostTasks = 40;

function suitePath(id: string): `/${string}/` {
  return `/tasks/suites/${id}/`;
}

/** A page for each suite with pages by others, in the order of playing. */
export function suitePagesOf(sources: Sources): SuitePage[] {
  return [...sources.suites.values()].flatMap((suite) =>
    suite.needs === undefined ? [] : suitePageOf(suite, suite.needs, sources),
  );
}

function suitePageOf(suite: Suite, needs: string, sources: Sources): SuitePage[] {
  const [first, ...others] = sources.taskFiles.filter((file) => file.suite === suite.id);
  if (!first) return [];
  const tasks = [first, ...others] as const;
  const references = sources.references.filter(({ beside }) => beside === suite.id);
  const least = Math.min(...references.map(({ caps }) => caps.maxSteps));
  const within = least < suite.limits.hermetic.maxSteps ? least : null;
  const isSplit = tasks.length > mostTasks;
  const path = suitePath(suite.id);
  const kinds = [...Map.groupBy(tasks, kindOf)]
    .map(([name, ofKind]) => {
      const slug = name.replace(/[^\w.-]+/g, '-');
      return { name, path: isSplit ? (`${path}${slug}/` as const) : path, tasks: ofKind };
    })
    .sort((a, b) => b.tasks.length - a.tasks.length || (a.name < b.name ? -1 : 1));
  const pages = packageOf(needs, sources.packages);
  const lines = suiteLinesOf(suite, within ?? Number.POSITIVE_INFINITY, sources);
  return [{ suite, path, pages, tasks, kinds, isSplit, lines, references, within }];
}

/** What a task asks for: its first tag. */
export function kindOf({ task }: Pick<TaskFile, 'task'>): string {
  return task.tags[0] ?? 'other';
}

const order: readonly RunKind[] = ['agent', 'model', 'oracle', 'replay', 'baseline', 'control'];

function suiteLinesOf(
  { id, edition }: Suite,
  within: number,
  { standings, limited, runOf, runPath }: Sources,
): SuiteLine[] {
  const current = standings.filter(({ suite, superseded, custom }) => suite === id && !superseded && !custom);
  const lines = current.flatMap(({ kind, trials, worldSeeds, rows }) =>
    rows.map((row): SuiteLine => {
      const { adapter, server, score, sha, runId } = row;
      return {
        ...{ kind, adapter, server, trials, worldSeeds, name: compared(row), cannot: [], unsolved: [] },
        ...{ rowId: row.id, path: `/rows/${row.id}/` as const },
        ...{ passed: score.passed, total: score.total },
        ...countsOf(runOf({ sha, runId }).episodes, within),
      };
    }),
  );
  // Without a row of its asking, a run is current as long as the edition is.
  const runs = current.some(({ kind }) => kind === 'oracle' || kind === 'baseline')
    ? limitedBeside(current, limited)
    : limited.filter((run) => run.suite === id && run.edition === edition);
  const part = runs.map((run): SuiteLine => {
    const { kind, adapter, server, trials, worldSeeds, passed, total, cannot, unsolved } = run;
    return {
      ...{ kind, adapter, server, trials, worldSeeds, passed, total, cannot, unsolved },
      name: compared(run),
      rowId: null,
      path: runPath(run.sha, run.runId),
      ...countsOf(runOf(run).episodes, within),
    };
  });
  return [...lines, ...part].sort(
    (a, b) =>
      order.indexOf(a.kind) - order.indexOf(b.kind) ||
      b.passed / b.total - a.passed / a.total ||
      (a.name < b.name ? -1 : 1),
  );
}

function countsOf(episodes: readonly Result[], most: number): Pick<SuiteLine, 'full' | 'within' | 'marks'> {
  const passed = episodes.filter(({ success }) => success);
  const rewards = episodes.flatMap(({ reward }) => (reward === undefined ? [] : [reward]));
  const full = passed.filter(({ reward }) => (reward ?? 0) >= 1).length;
  const marks = [...Map.groupBy(episodes, ({ taskId }) => taskId)].map(([taskId, trials]) => {
    const judged = trials.filter(({ status }) => isCharged(status));
    const count = { passed: judged.filter(({ success }) => success).length, total: judged.length };
    return [taskId, markOf(count)] as const;
  });
  return {
    full: rewards.length === 0 ? null : full,
    within: passed.filter(({ steps }) => steps <= most).length,
    marks: new Map(marks),
  };
}

/** The place of a line: a ceiling, a floor or an agent. Controls and replays are none of them. */
export type Part = 'ceiling' | 'floor' | 'agent';

function partOf({ kind }: Pick<SuiteLine, 'kind'>): Part | null {
  if (isOfAgent(kind)) return 'agent';
  const name = frameName(kind);
  return name === 'ceiling' || name === 'floor' ? name : null;
}

/** The line of this part that passed the largest share; null without one. Lines are in the order of a page. */
export function bestLine(lines: readonly SuiteLine[], part: Part): SuiteLine | null {
  return lines.filter((line) => partOf(line) === part).toSorted((a, b) => rateOf(b) - rateOf(a))[0] ?? null;
}

function rateOf({ passed, total }: SuiteLine): number {
  return passed / total;
}

/** The marks of a line on these tasks, in their order; a task that it left out is not passed. */
export function marksOn({ marks }: SuiteLine, tasks: readonly TaskFile[]): TaskMark[] {
  return tasks.map(({ task }) => marks.get(task.id) ?? 'never');
}

/** The tasks that a line passed in every trial, out of these. */
export function wholeOn(line: SuiteLine, tasks: readonly TaskFile[]): number {
  return marksOn(line, tasks).filter((mark) => mark === 'whole').length;
}

/** The most names in a cell. */
const mostNames = 2;

/**
 * Who passed a task, in words: on which servers a reference solution did, and which simple rules and agents did in every
 * trial. Null for a part without a line.
 */
export function whoPasses(lines: readonly SuiteLine[], taskId: string): Record<Part, string | null> {
  const of = (part: Part) => lines.filter((line) => partOf(line) === part);
  const whole = (those: readonly SuiteLine[]) => those.filter(({ marks }) => marks.get(taskId) === 'whole');
  const solutions = of('ceiling');
  const isSolved = solutions.some(({ unsolved }) => !unsolved.includes(taskId));
  const serverOf = ({ server }: SuiteLine) => server.id;
  return {
    ceiling:
      solutions.length === 0
        ? null
        : isSolved
          ? namesOf(whole(solutions).map(serverOf), solutions.map(serverOf), 'server')
          : 'no solution yet',
    floor: namesOf(
      whole(of('floor')).map(({ adapter }) => adapter),
      of('floor').map(({ adapter }) => adapter),
      'rule',
    ),
    agent: namesOf(
      whole(of('agent')).map(({ name }) => name),
      of('agent').map(({ name }) => name),
      'agent',
    ),
  };
}

/** `all 3 servers`, `playwright, cdp`, `4 of 9 servers` or `none`; null if there are none at all. */
function namesOf(passed: readonly string[], all: readonly string[], noun: string): string | null {
  const [names, known] = [[...new Set(passed)], new Set(all)];
  if (known.size === 0) return null;
  if (names.length === 0) return 'none';
  if (names.length === known.size && known.size > 1) return `all ${known.size} ${noun}s`;
  return names.length <= mostNames ? names.join(', ') : `${names.length} of ${known.size} ${noun}s`;
}
