import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../harness/cli/this-project.ts';
import { readSuites, suitesIn } from '../../harness/task/read-suites.ts';
import { noPatternCheck } from '../../harness/task/read-tasks.ts';
import type { Instance } from '../../harness/task/templates/instance.ts';
import { instanceMaker } from '../../harness/task/templates/make-instances.ts';
import { openWorld } from '../../harness/task/templates/open-world.ts';
import { isDrill } from '../../harness/task/templates/template.ts';
import {
  askForSomethingElse,
  failUndone,
  haveTheirWays,
  sayWhatIsWanted,
} from '../../harness/testing/drill-rules.ts';
import { templateIds } from '../../harness/testing/template-rules.ts';
import { readStandIns, type StandIns } from '../../harness/web/stand-ins.ts';
import { exercises } from './exercises/index.ts';

let standIns: StandIns;
/** Each on the first seed, a few on all: the long test has all on all. */
let drills: readonly Instance[];
let few: readonly Instance[];
let suiteIds: string[];

beforeAll(async () => {
  standIns = await readStandIns(thisProject.webRoots);
  const suite = suitesIn(await readSuites(thisProject.tasks, noPatternCheck)).get('gym');
  suiteIds = [...(suite?.templates ?? [])];
  const maker = instanceMaker(thisProject);
  drills = await maker.make(suiteIds, suite?.seeds?.slice(0, 1) ?? []);
  few = await maker.make(suiteIds.slice(0, 3), suite?.seeds ?? []);
});

test('each exercise has a drill, each drill is in the suite, and there are forty', async () => {
  const ids = exercises.map(({ id }) => `gym-${id}`).sort();
  expect(await templateIds('gym')).toEqual(ids);
  expect(suiteIds.toSorted()).toEqual(ids);
  expect(ids).toHaveLength(40);
  expect(drills).toHaveLength(40);
  for (const { template } of drills) expect(isDrill(template)).toBe(true);
});

test('another seed asks for something else', () => askForSomethingElse(few));

test('a goal says what is wanted, and nothing of how a page is built', () => sayWhatIsWanted(drills));

test('nothing done fails each of them', () => failUndone(drills, standIns));

test('each has a way by tools first, ways by scripts last, and a way that is wrong; all of them end', () =>
  haveTheirWays(drills));

test('the first page of each is there, and what lies beside it is not', async () => {
  const { visitor } = openWorld(standIns, 1);
  for (const { id, title } of exercises) {
    const first = await visitor.get(`https://gym.test/${id}/`);
    expect([id, first.status, first.text.includes(`<title>${title} · Gym</title>`)]).toEqual([id, 200, true]);
    expect([id, (await visitor.get(`https://gym.test/${id}/no/such/page`)).status]).toEqual([id, 404]);
  }
  expect((await visitor.get('https://gym.test/')).text).toContain(`<a href="/${exercises[0]?.id}/">`);
});
