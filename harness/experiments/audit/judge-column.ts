import type { AdapterMaker } from '../../agents/adapter.ts';
import { couldNotAttack } from '../../agents/controls/control.ts';
import type { Result, Run } from '../../results/records/result.ts';
import type { Plan } from '../../run/plan.ts';
import type { Task } from '../../task/task.ts';
import { isUnconfined, type Reached, reachedAllTheSame, unconfinedLines } from './reached.ts';

/** What an audit says of one control, or of the recordings. */
export type Column = {
  maker: AdapterMaker;
  /** By task. */
  cells: Map<string, string>;
  wrong: string[];
  unable: string[];
  /** What is no fault of the judge and is said all the same. */
  told: string[];
};

/** Of a control that never came to its attack: that is no attack that was held. */
const cannot = 'cannot';

export function judgeColumn(
  maker: AdapterMaker,
  { runs: planned }: Pick<Plan, 'runs'>,
  runs: readonly Run[],
  reached: Reached,
): Column {
  const tasks = new Map(
    planned.flatMap(({ scheduled }) => scheduled.map(({ file }) => [file.task.id, file.task])),
  );
  const results = runs.flatMap((run) => run.episodes.map((result) => ({ run, result })));
  return {
    maker,
    cells: new Map(results.map(({ run, result }) => [result.taskId, cellOf(maker, run, result)])),
    wrong: results.flatMap(({ run, result }) =>
      wrongOf(maker, tasks.get(result.taskId), run, result, reached),
    ),
    unable: results.flatMap(({ result }) => {
      const why = couldNotAttack(result);
      return why === null ? [] : [`${result.taskId} ${maker.id}: ${cannot}: ${why}`];
    }),
    told: unconfinedLines(maker, runs, reached),
  };
}

function cellOf({ server }: AdapterMaker, run: Run, result: Result): string {
  if (couldNotAttack(result) !== null) return cannot;
  return server && isUnconfined(run) ? `${result.status}, unconfined` : result.status;
}

function wrongOf(
  { id, mustEnd, server }: AdapterMaker,
  task: Task | undefined,
  run: Run,
  result: Result,
  reached: Reached,
): string[] {
  // Against a dishonest server there are namespaces alone: without them it is only told what it could do.
  if (couldNotAttack(result) !== null || (server && isUnconfined(run))) return [];
  const all = reachedAllTheSame(run, result, reached);
  if (all) return [`${result.taskId} ${id}: confined, and reached ${all}`];
  const must = (task && mustEnd?.(task)) ?? [];
  return must.includes(result.status)
    ? []
    : [`${result.taskId} ${id}: must be ${must.join(' or ')}; found ${described(result)}`];
}

function described({ status, failedPostcondition, error }: Result): string {
  return [status, failedPostcondition?.name, error].filter(Boolean).join(', ');
}
