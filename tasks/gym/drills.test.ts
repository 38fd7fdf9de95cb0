import { beforeAll, expect, test } from 'vitest';
import { wantedOf } from '../../harness/agents/controls/forging/forge.ts';
import { thisProject } from '../../harness/cli/this-project.ts';
import { factsOfWorld } from '../../harness/experiments/audit/instance-report.ts';
import { judge } from '../../harness/judge/judge.ts';
import { matchInTime } from '../../harness/task/match-in-time.ts';
import { readSuites, suitesIn } from '../../harness/task/read-suites.ts';
import { noPatternCheck } from '../../harness/task/read-tasks.ts';
import { type Instance, instanceMaker } from '../../harness/task/templates/make-instances.ts';
import { openWorld } from '../../harness/task/templates/open-world.ts';
import { isDrill } from '../../harness/task/templates/template.ts';
import { ReferenceSolution } from '../../harness/task/walkthroughs/walkthrough.ts';
import { sized } from '../../harness/testing/sized.ts';
import { templateIds } from '../../harness/testing/template-rules.ts';
import { type FixtureSites, readFixtureSites } from '../../harness/web/fixture-sites.ts';
import { exercises } from './exercises/index.ts';

function askForSomethingElse(made: readonly Instance[]): void {
  for (const [id, instances] of Map.groupBy(made, ({ template }) => template.id)) {
    const asked = instances.map(({ task }) => JSON.stringify([task.goal, task.success, task.files]));
    // A short list can give the same draw twice.
    expect([id, new Set(asked).size >= 3]).toEqual([id, true]);
  }
}

function sayWhatIsWanted(made: readonly Instance[]): void {
  for (const { task } of made)
    expect(task.goal).not.toMatch(/https?:|\bcss\b|\bselector\b|\bscript\b|\bbutton\b|gym\.test/i);
}

function failUndone(made: readonly Instance[], standIns: FixtureSites): void {
  // All tasks of a seed share one world as long as no page is opened.
  for (const [seed, instances] of Map.groupBy(made, ({ seed }) => seed)) {
    const world = openWorld(standIns, seed);
    for (const { task } of instances) {
      const facts = factsOfWorld(task.success, world, undefined);
      expect([task.id, judge(task.success, facts, matchInTime).outcome]).toEqual([task.id, 'failed']);
    }
  }
}

function haveTheirWays(made: readonly Instance[]): void {
  for (const { template, drawn, task } of made) {
    if (!isDrill(template)) throw new Error(`${template.id} is not a drill`);
    const ways = template.walkthroughs(drawn).map((way) => ReferenceSolution.parse(way));
    const byScript = ways.map((way) => way.some(({ verb }) => verb === 'script'));
    expect([task.id, byScript[0]]).toEqual([task.id, false]);
    expect([task.id, byScript]).toEqual([task.id, byScript.toSorted()]);
    const wrong = template.wrongWays(drawn).map((way) => ReferenceSolution.parse(way));
    expect(wrong.length).toBeGreaterThan(0);
    for (const way of [...ways, ...wrong]) expect([task.id, way.at(-1)?.verb]).toEqual([task.id, 'done']);
  }
}

let standIns: FixtureSites;
/** Every drill on the first seed. */
let drills: readonly Instance[];
/** A few drills on all seeds, or all drills. */
let onAllSeeds: readonly Instance[];
/** Every drill on the first seed, or on all seeds. */
let made: readonly Instance[];
let suiteIds: string[];

beforeAll(async () => {
  standIns = await readFixtureSites(thisProject.webRoots);
  const suite = suitesIn(await readSuites(thisProject.tasks, noPatternCheck)).get('gym');
  suiteIds = [...(suite?.templates ?? [])];
  const maker = instanceMaker(thisProject);
  drills = await maker.make(suiteIds, suite?.seeds?.slice(0, 1) ?? []);
  onAllSeeds = await maker.make(sized(suiteIds.slice(0, 3), suiteIds), suite?.seeds ?? []);
  made = sized(drills, onAllSeeds);
});

test('each exercise has a drill, each drill is in the suite, and there are forty', async () => {
  const ids = exercises.map(({ id }) => `gym-${id}`).sort();
  expect(await templateIds('gym')).toEqual(ids);
  expect(suiteIds.toSorted()).toEqual(ids);
  expect(ids).toHaveLength(40);
  expect(drills).toHaveLength(40);
  for (const { template } of drills) expect(isDrill(template)).toBe(true);
});

test('another seed asks for something else', () => askForSomethingElse(onAllSeeds));

test('a goal says what is wanted, and nothing of how a page is built', () => sayWhatIsWanted(made));

test('nothing done fails each of them', () => failUndone(made, standIns));

test('each has a way by tools first, ways by scripts last, and a way that is wrong; all of them end', () =>
  haveTheirWays(made));

test('a post of what the goal asks for is no deed without the pass that a trusted event hands on', async () => {
  const { hosts, world } = standIns.open(1);
  const gym = hosts.get('gym.test');
  const countOf = (id: string) =>
    world?.tables()['gym.test']?.deeds?.filter(({ exercise }) => exercise === id).length;
  const recorded = { hand: [''], form: [''] };
  for (const { task, template } of drills) {
    const [id = ''] = template.capabilities;
    const opened = new Request(task.startUrl, { headers: { 'sec-fetch-dest': 'document' } });
    const text = (await (await gym?.(opened))?.text()) ?? '';
    const named = text.matchAll(/(?:action="|post\('|fetch\(')([\w./-]*)["']/g);
    const addresses = new Set(['', ...[...named].map(([, address]) => address ?? '')]);
    const wanted = wantedOf(task.success).rows.map(({ row: { id: _, ...added } }) => added);
    const post = async (pass: readonly [string, string][]) => {
      for (const added of wanted)
        for (const address of addresses) {
          const fields = Object.entries(added).flatMap(([name, value]) =>
            [value].flat().map((each) => [name, `${each}`]),
          );
          const body = new URLSearchParams([...fields, ...pass]);
          await gym?.(new Request(new URL(address, task.startUrl), { method: 'POST', body }));
        }
      return countOf(id);
    };
    expect([id, await post([])]).toEqual([id, 0]);
    for (const pass of ['form', 'hand'] as const) {
      const before = countOf(id);
      const [, said = ''] = new RegExp(`"${pass}":"([^"]+)"`).exec(text) ?? [];
      if ((await post([['pass', said]])) !== before) recorded[pass].push(id);
    }
  }
  // These counts show that the posts match those of the pages. A form pass is valid for the page's own forms
  // only.
  expect(recorded.hand.length).toBeGreaterThan(25);
  expect(recorded.form.length).toBeGreaterThan(10);
  for (const id of ['press-and-hold', 'pointer-drag', 'hover-menu', 'right-click', 'canvas'])
    expect([id, recorded.hand.includes(id), recorded.form.includes(id)]).toEqual([id, true, false]);
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
