import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SkillRun } from '../../harness/result/skill-run.ts';

/**
 * The kept runs of the skill benchmark, newest first: their ids begin with the time they were made at. Throws, naming
 * the file, where one is no run.
 */
export function readSkillRuns(folder: string): { id: string; run: SkillRun }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .map((name) => {
      const parsed = SkillRun.safeParse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
      if (!parsed.success) throw new Error(`${join(folder, name)}: ${parsed.error.message}`);
      return { id: name.slice(0, -'.json'.length), run: parsed.data };
    });
}

/** A rate of the run record (4 decimals) as a percentage. */
export function percentOf(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

/** A difference of rates in percentage points, with its sign. */
export function points(difference: number): string {
  return `${difference >= 0 ? '+' : '−'}${Math.abs(difference * 100).toFixed(1)}`;
}
