import type { TaskOutcome } from '../../results/records/run-facts.ts';
import type { Difficulty } from '../../results/records/simulations.ts';
import type { Counts } from '../../results/statistics/scan.ts';
import { median } from '../../results/statistics/statistics.ts';

export type Random = () => number;

/** The task difficulties drawn here; the other difficulties have simulations of their own. */
export const drawn = ['equal', 'varied'] as const satisfies readonly Difficulty[];
export type Drawn = (typeof drawn)[number];

type Suite = { tasks: number; difficulty: Drawn };

/** One run of each agent on the same tasks, each agent with its chance to pass. */
export function simulatedOutcomes(
  random: Random,
  suite: Suite & { trials: number },
  agents: readonly number[],
): TaskOutcome[][] {
  return simulatedRows(random, suite, agents).rows;
}

/** As `simulatedOutcomes`, with the mean chance of each agent on these tasks. */
export function simulatedRows(
  random: Random,
  suite: Suite & { trials: number },
  agents: readonly number[],
): { rows: TaskOutcome[][]; truths: number[] } {
  const chancesOf = drawnTasks(random, suite);
  const chances = agents.map(chancesOf);
  return {
    rows: chances.map((each) => played(random, each, suite.trials)),
    truths: chances.map((each) => each.reduce((sum, chance) => sum + chance, 0) / each.length),
  };
}

/** One run of each row of a table; the chance of a trial is 1 / (1 + exp(difficulty of the task - ability of the row)). */
export function simulatedBoard(
  random: Random,
  { rows, tasks, trials }: { rows: number; tasks: number; trials: number },
  ability: (row: number) => number,
): TaskOutcome[][] {
  const hard = Array.from({ length: tasks }, () => 4 * random() - 2);
  return Array.from({ length: rows }, (_, row) =>
    played(
      random,
      hard.map((each) => 1 / (1 + Math.exp(each - ability(row)))),
      trials,
    ),
  );
}

function played(random: Random, chances: readonly number[], trials: number): TaskOutcome[] {
  return chances.map((chance, task) => ({
    taskId: String(task),
    passed: passes(random, Array(trials).fill(chance)),
    total: trials,
  }));
}

/** The number of passed tasks at each commit, one trial for each task; from commit `from` to before `to` with another chance. */
export function simulatedCounts(
  random: Random,
  suite: Suite & { commits: number },
  chance: number,
  other?: { chance: number; from: number; to: number },
): Counts[] {
  const chancesOf = drawnTasks(random, suite);
  const usual = chancesOf(chance);
  const changed = chancesOf(other?.chance ?? chance);
  return Array.from({ length: suite.commits }, (_, commit) => {
    const isOther = other !== undefined && commit >= other.from && commit < other.to;
    return { passed: passes(random, isOther ? changed : usual), total: suite.tasks };
  });
}

/**
 * The median duration at each commit, log-normal: 20 s for a task on average; tasks often differ by a factor of two, and an
 * episode by a third from its task. One commit in fifty is on a machine three times as slow.
 */
export function simulatedDurations(
  random: Random,
  { tasks, commits }: { tasks: number; commits: number },
  slower?: { factor: number; from: number },
): number[] {
  const usual = Array.from({ length: tasks }, () => 20_000 * Math.exp(0.7 * normal(random)));
  return Array.from({ length: commits }, (_, commit) => {
    const factor = slower && commit >= slower.from ? slower.factor : 1;
    const machine = random() < 0.02 ? 3 : 1;
    return median(usual.map((ms) => ms * factor * machine * Math.exp(0.3 * normal(random)))) ?? 0;
  });
}

/** The tasks' chances for an agent with a given mean chance: u ** ((1 - c) / c) has the mean c for a uniform u. */
function drawnTasks(random: Random, { tasks, difficulty }: Suite): (chance: number) => number[] {
  const eases = Array.from({ length: tasks }, () => random());
  return (chance) => eases.map((ease) => (difficulty === 'equal' ? chance : ease ** ((1 - chance) / chance)));
}

function passes(random: Random, chances: readonly number[]): number {
  let passed = 0;
  for (const chance of chances) if (random() < chance) passed++;
  return passed;
}

/** Box and Muller. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
