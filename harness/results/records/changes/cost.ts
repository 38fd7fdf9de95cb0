import { count } from '../../../platform/words/format.ts';
import type { Cost } from '../parts/cost.ts';
import { amountWords, listLine } from './change-words.ts';
import { isChanged, type Pair, type PartChange, pairOf, without } from './part-change.ts';

type Suite = Cost['suites'][number];
type Task = Suite['tasks'][number];

/** Means over the tasks that passed with both releases; null without such a task. */
const means = {
  calls: ({ calls }: Task) => calls,
  answers: ({ tokens }: Task) => tokens,
  once: ({ charged }: Task) => charged.once,
  conversation: ({ charged }: Task) => charged.conversation,
  cached: ({ charged }: Task) => charged.cached,
};
type Mean = keyof typeof means;

const meanWords: Record<Mean, string> = {
  once: 'tokens of a task',
  answers: 'tokens of its answers',
  conversation: 'tokens of its whole conversation',
  cached: 'with a cache',
  calls: 'calls',
};

export type CostChange = {
  suites: {
    suite: string;
    passed: Pair<number>;
    total: number;
    /** Tasks that passed with one release only. */
    won: string[];
    lost: string[];
    /** The number of tasks that passed with both. */
    tasks: number;
    means: Record<Mean, Pair<number>> | null;
  }[];
  /** The call with which the tool mapping reads a page, as JSON. */
  reading: Pair<string>;
};

export const costChange: PartChange<Cost, CostChange> = {
  compare: (before, after) => ({
    suites: before.suites.flatMap((from) => {
      const to = after.suites.find(({ suite }) => suite === from.suite);
      return to ? [compareSuites(from, to)] : [];
    }),
    reading: pairOf(before, after, ({ reading }) => JSON.stringify(reading)),
  }),
  lines: ({ suites, reading }) => [
    ...suites.flatMap(suiteLines),
    ...(isChanged(reading) ? [`reading: ${reading.from} -> ${reading.to}`] : []),
  ],
};

function compareSuites(from: Suite, to: Suite): CostChange['suites'][number] {
  const passed = pairOf(from, to, ({ tasks }) => tasks.filter((task) => task.passed));
  const ids = pairOf(passed.from, passed.to, (tasks) => new Set(tasks.map(({ taskId }) => taskId)));
  const both = new Set([...ids.from].filter((id) => ids.to.has(id)));
  const meanOf = (read: (task: Task) => number) =>
    pairOf(passed.from, passed.to, (tasks) => {
      const values = tasks.filter(({ taskId }) => both.has(taskId)).map(read);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    });
  return {
    suite: from.suite,
    passed: pairOf(from, to, (suite) => suite.passed),
    total: to.total,
    won: without(ids.to, ids.from),
    lost: without(ids.from, ids.to),
    tasks: both.size,
    means: both.size === 0 ? null : mapped(means, meanOf),
  };
}

function mapped(
  reads: typeof means,
  meanOf: (read: (task: Task) => number) => Pair<number>,
): Record<Mean, Pair<number>> {
  const { calls, answers, once, conversation, cached } = reads;
  return {
    calls: meanOf(calls),
    answers: meanOf(answers),
    once: meanOf(once),
    conversation: meanOf(conversation),
    cached: meanOf(cached),
  };
}

function suiteLines({ suite, passed, total, won, lost, tasks, means: found }: CostChange['suites'][number]) {
  const changed = found
    ? (Object.keys(meanWords) as Mean[])
        .filter((mean) => isChanged(found[mean]))
        .map((mean) => `${meanWords[mean]} ${amountWords(found[mean])}`)
    : [];
  return [
    ...(changed.length > 0
      ? [`${suite}, means of the ${count(tasks, 'task')} that both pass: ${changed.join('; ')}`]
      : []),
    ...(isChanged(passed) ? [`${suite}: passed ${passed.from} -> ${passed.to} of ${total}`] : []),
    ...listLine(`${suite}: tasks lost`, lost),
    ...listLine(`${suite}: tasks won`, won),
  ];
}
