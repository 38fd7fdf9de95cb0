import path from 'node:path';
import { flagName } from '../../platform/flags.ts';
import { decimal } from '../../platform/words/columns.ts';
import { shellWord, typedAs } from '../../platform/words/command-line.ts';
import type { Result, Run } from '../../results/records/result.ts';
import {
  type Gathered,
  type PlanOptions,
  type RunFlag,
  type RunValues,
  runFlagList,
  type TypedAs,
} from '../plan-options.ts';

/** The command that plays a single task of a run again. */
export function againCommand(options: PlanOptions, run: Run, taskId: string): string {
  const own = options.tasks === null ? ['--suite', run.suite] : [];
  return typed([...own, '--task', taskId, ...sameFlags(options, 'task'), '--no-save', '--verbose']);
}

/** The command that shows an episode of a run step by step. */
export function lookCommand(
  { out, project }: Pick<PlanOptions, 'out' | 'project'>,
  { runId }: Pick<Run, 'runId'>,
  { taskId, trial }: Pick<Result, 'taskId' | 'trial'>,
): string {
  return typed([
    ...['show', runId, taskId],
    ...(trial === 1 ? [] : ['--trial', String(trial)]),
    ...(path.resolve(out) === project.reports ? [] : ['--out', out]),
  ]);
}

/** The command that continues an interrupted run. */
export function resumeCommand(options: PlanOptions, runs: readonly Run[]): string {
  return typed([...sameFlags(options, 'run'), '--resume', runs[0]?.runId ?? '']);
}

function typed(words: readonly string[]): string {
  return [typedAs, ...words.map(shellWord)].join(' ');
}

/** The flags that are needed to play the same again. */
function sameFlags(options: PlanOptions, what: RunFlag['again']): string[] {
  return runFlagList
    .filter(([, { place, again = what }]) => place !== undefined && again === what)
    .toSorted(([, a], [, b]) => (a.place ?? 0) - (b.place ?? 0))
    .flatMap(([name, flag]) => {
      const value = typedFor(options, [name, flag]);
      const word = flagName(name, flag);
      if (value === null || value === false) return [];
      if (value === true) return [word];
      if (typeof value === 'object') return value.flatMap((each) => [word, each]);
      return [word, typeof value === 'number' ? decimal(value) : value];
    });
}

/** The typed value of a flag for a plan; null, false or an empty list if it is not typed. */
export function typedFor(
  options: PlanOptions,
  [name, { typed, fallback, onByDefault }]: [string, RunFlag],
): TypedAs {
  if (typed) return typed(options);
  // Every flag in `Gathered` has a `typed`; the others are options with the same name.
  const value = options[name as keyof Omit<RunValues, Gathered>] as TypedAs;
  if (onByDefault) return !value;
  return value === fallback ? null : value;
}
