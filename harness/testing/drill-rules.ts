import { expect } from 'vitest';
import { factsOfWorld } from '../experiments/audit/facts-of-world.ts';
import { judge } from '../judge/judge.ts';
import { matchInTime } from '../task/match-in-time.ts';
import type { Instance } from '../task/templates/instance.ts';
import { openWorld } from '../task/templates/open-world.ts';
import { isDrill } from '../task/templates/template.ts';
import { Walkthrough } from '../task/walkthroughs/walkthrough.ts';
import type { StandIns } from '../web/stand-ins.ts';

export function askForSomethingElse(made: readonly Instance[]): void {
  for (const [id, instances] of Map.groupBy(made, ({ template }) => template.id)) {
    const asked = instances.map(({ task }) => JSON.stringify([task.goal, task.success, task.files]));
    // Of a short list the same may be drawn twice.
    expect([id, new Set(asked).size >= 3]).toEqual([id, true]);
  }
}

export function sayWhatIsWanted(made: readonly Instance[]): void {
  for (const { task } of made)
    expect(task.goal).not.toMatch(/https?:|\bcss\b|\bselector\b|\bscript\b|\bbutton\b|gym\.test/i);
}

export function failUndone(made: readonly Instance[], standIns: StandIns): void {
  // A world that nobody visits is that of each task of its seed.
  for (const [seed, instances] of Map.groupBy(made, ({ seed }) => seed)) {
    const world = openWorld(standIns, seed);
    for (const { task } of instances) {
      const facts = factsOfWorld(task.success, world, undefined);
      expect([task.id, judge(task.success, facts, matchInTime).outcome]).toEqual([task.id, 'failed']);
    }
  }
}

export function haveTheirWays(made: readonly Instance[]): void {
  for (const { template, drawn, task } of made) {
    if (!isDrill(template)) throw new Error(`${template.id} is no drill`);
    const ways = template.walkthroughs(drawn).map((way) => Walkthrough.parse(way));
    const byScript = ways.map((way) => way.some(({ verb }) => verb === 'script'));
    expect([task.id, byScript[0]]).toEqual([task.id, false]);
    expect([task.id, byScript]).toEqual([task.id, byScript.toSorted()]);
    const wrong = template.wrongWays(drawn).map((way) => Walkthrough.parse(way));
    expect(wrong.length).toBeGreaterThan(0);
    for (const way of [...ways, ...wrong]) expect([task.id, way.at(-1)?.verb]).toEqual([task.id, 'done']);
  }
}
