import { beforeAll, expect, test } from 'vitest';
import { factsOfWorld } from '../../harness/audit/facts-of-world.ts';
import { thisProject } from '../../harness/cli/this-project.ts';
import { judge } from '../../harness/contract/judge.ts';
import { matchInTime } from '../../harness/task/match-in-time.ts';
import { readSuites, suitesIn } from '../../harness/task/read-suites.ts';
import { noPatternCheck } from '../../harness/task/read-tasks.ts';
import type { Instance } from '../../harness/templates/instance.ts';
import { instanceMaker } from '../../harness/templates/make-instances.ts';
import { openWorld } from '../../harness/templates/open-world.ts';
import { isDrill } from '../../harness/templates/template.ts';
import { templateIds } from '../../harness/testing/template-rules.ts';
import { Walkthrough } from '../../harness/walkthrough/walkthrough.ts';
import { readStandIns, type StandIns } from '../../harness/web/stand-ins.ts';
import { exercises } from './exercises/index.ts';

let standIns: StandIns;
/** Of each drill, one a seed. */
let drills: [id: string, instances: readonly Instance[]][];
let suiteIds: string[];

beforeAll(async () => {
  standIns = await readStandIns(thisProject.webRoots);
  const suite = suitesIn(await readSuites(thisProject.tasks, noPatternCheck)).get('gym');
  suiteIds = [...(suite?.templates ?? [])];
  const made = await instanceMaker(thisProject).make(suiteIds, suite?.seeds ?? []);
  drills = [...Map.groupBy(made, ({ template }) => template.id)];
});

test('each exercise has a drill, each drill is in the suite, and there are forty', async () => {
  const ids = exercises.map(({ id }) => `gym-${id}`).sort();
  expect(await templateIds('gym')).toEqual(ids);
  expect(suiteIds.toSorted()).toEqual(ids);
  expect(ids).toHaveLength(40);
  for (const [, [first]] of drills) expect(first && isDrill(first.template)).toBe(true);
});

test('another seed asks for something else', () => {
  for (const [id, instances] of drills) {
    const asked = instances.map(({ task }) => JSON.stringify([task.goal, task.success, task.files]));
    // Of a short list the same may be drawn twice.
    expect([id, new Set(asked).size >= 3]).toEqual([id, true]);
  }
});

test('a goal says what is wanted, and nothing of how a page is built', () => {
  for (const { task } of drills.flatMap(([, instances]) => instances))
    expect(task.goal).not.toMatch(/https?:|\bcss\b|\bselector\b|\bscript\b|\bbutton\b|gym\.test/i);
});

test('nothing done fails each of them', () => {
  const all = drills.flatMap(([, instances]) => instances);
  // A world that nobody visits is that of each task of its seed.
  for (const [seed, instances] of Map.groupBy(all, ({ seed }) => seed)) {
    const world = openWorld(standIns, seed);
    for (const { task } of instances) {
      const facts = factsOfWorld(task.success, world, undefined);
      expect([task.id, judge(task.success, facts, matchInTime).outcome]).toEqual([task.id, 'failed']);
    }
  }
});

test('each has a way by tools first, ways by scripts last, and a way that is wrong; all of them end', () => {
  for (const { template, drawn, task } of drills.flatMap(([, instances]) => instances)) {
    if (!isDrill(template)) throw new Error(`${template.id} is no drill`);
    const ways = template.walkthroughs(drawn).map((way) => Walkthrough.parse(way));
    const byScript = ways.map((way) => way.some(({ verb }) => verb === 'script'));
    expect([task.id, byScript[0]]).toEqual([task.id, false]);
    expect([task.id, byScript]).toEqual([task.id, byScript.toSorted()]);
    const wrong = template.wrongWays(drawn).map((way) => Walkthrough.parse(way));
    expect(wrong.length).toBeGreaterThan(0);
    for (const way of [...ways, ...wrong]) expect([task.id, way.at(-1)?.verb]).toEqual([task.id, 'done']);
  }
});

test('the first page of each is there, and what lies beside it is not', async () => {
  const { visitor } = openWorld(standIns, 1);
  for (const { id, title } of exercises) {
    const first = await visitor.get(`https://gym.test/${id}/`);
    expect([id, first.status, first.text.includes(`<title>${title} · Gym</title>`)]).toEqual([id, 200, true]);
    expect([id, (await visitor.get(`https://gym.test/${id}/no/such/page`)).status]).toEqual([id, 404]);
  }
  expect((await visitor.get('https://gym.test/')).text).toContain(`<a href="/${exercises[0]?.id}/">`);
});
