import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Facts } from '../../judge/facts.ts';
import { align } from '../../platform/words/columns.ts';
import type { Observations } from '../../results/score/trajectory.ts';
import { matchInTime } from '../../task/match-in-time.ts';
import type { Task } from '../../task/task.ts';
import { mutationScore } from './mutation/mutation-score.ts';

const minRate = 0.99;

/** By task: the number of mutated facts and contracts, and how many survived. */
export type MutationCounts = ReadonlyMap<string, { made: number; passed: number }>;

/** The mutation score of each task over the facts that an audit's runs saved, by name. */
export async function mutationTable(
  tasks: readonly Task[],
  plans: readonly { name: string; out: string }[],
): Promise<{ lines: string[]; found: MutationCounts; survivors: string[]; ok: boolean }> {
  const facts = new Map(
    await Promise.all(plans.map(async ({ name, out }) => [name, await firstLooks(out)] as const)),
  );
  const found = new Map<string, { made: number; passed: number }>();
  const survivors: string[] = [];
  for (const task of tasks) {
    const sets = [...facts].flatMap(([name, byTask]) => {
      const seen = byTask.get(task.id);
      return seen ? [{ name, facts: seen }] : [];
    });
    const score = mutationScore(task.success, sets, matchInTime);
    found.set(task.id, { made: score.total, passed: score.survivors.length });
    survivors.push(...score.survivors.map((name) => `${task.id}: ${name}`));
  }
  const total = [...found.values()].reduce((sum, { made }) => sum + made, 0);
  const killed = total - survivors.length;
  const rows = [...found].map(([id, { made, passed }]) => [id, String(made - passed), String(made)]);
  rows.push(['all', String(killed), String(total)]);
  return {
    found,
    survivors,
    lines: [
      ...align([['mutations', 'noticed', 'of'], ...rows]),
      '',
      `${((100 * killed) / total).toFixed(1)} % killed (at least ${minRate * 100} % required)`,
      ...survivors.map((survivor) => `survived  ${survivor}`),
      '',
    ],
    ok: killed / total >= minRate,
  };
}

async function firstLooks(out: string): Promise<Map<string, Facts>> {
  const lines = (await readFile(path.join(out, 'facts.jsonl'), 'utf8')).split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      // Written by the run that has just ended.
      const { taskId, facts } = JSON.parse(line) as { taskId: string; facts: Observations };
      return [taskId, facts.first];
    }),
  );
}
