import { expect, test } from 'vitest';
import { sized } from '../../../../harness/testing/sized.ts';
import { trackOf } from '../../../../harness/testing/track-of.ts';

function isOnePastASeed(seeds: readonly number[]): void {
  const texts = seeds.map((seed) => JSON.stringify(trackOf(seed).state()));
  expect(seeds.map((seed) => JSON.stringify(trackOf(seed).state()))).toEqual(texts);
  expect(new Set(texts).size).toBe(seeds.length);
}

function belongsTogether(seed: number): void {
  const { rows, world } = trackOf(seed);
  expect(rows('projects').length).toBe(6);
  expect(rows('issues').length).toBeGreaterThan(400);
  expect(rows('comments').length).toBeGreaterThan(1000);
  const idsOf = (table: string) => new Set<unknown>(rows(table).map(({ id }) => id));
  const [issues, labels, milestones] = [idsOf('issues'), idsOf('labels'), idsOf('milestones')];
  const people = new Set<unknown>(world.people.map(({ id }) => id));
  const titles = rows('issues').map(({ project, title }) => `${project} ${title}`);
  expect(new Set(titles).size).toBe(titles.length);
  for (const issue of rows('issues')) {
    for (const label of issue.labels as string[]) expect(labels).toContain(label);
    if (issue.milestone !== null) expect(milestones).toContain(issue.milestone);
    expect(issue.status === 'closed').toBe(issue.reason !== null);
    expect(`${issue.title}${issue.text}`).not.toMatch(/undefined|NaN|[{}]/);
  }
  for (const table of ['comments', 'events', 'notifications'])
    for (const row of rows(table)) {
      expect(issues).toContain(row.issue);
      expect(people).toContain(row.author ?? row.actor);
      expect(String(row.at) < world.now).toBe(true);
      expect(`${row.text}`.replace('undefined', '')).not.toMatch(/undefined|NaN|[{}]/);
    }
  for (const { from, to } of rows('links')) for (const end of [from, to]) expect(issues).toContain(end);
}

function endsWhereItIs(seed: number): void {
  const { rows, world } = trackOf(seed);
  const names = new Map(world.people.map(({ id, name }) => [id, name]));
  const events = Map.groupBy(rows('events'), ({ issue }) => issue);
  for (const { id, created, status, reason, assignee } of rows('issues')) {
    const own = events.get(id) ?? [];
    const times = [created, ...own.map(({ at }) => at)];
    expect(times).toEqual(times.toSorted());
    const last = (field: string) => own.findLast((event) => event.field === field)?.to;
    expect(String(last('status') ?? 'Open').toLowerCase()).toBe(
      reason === null ? status : `${status}: ${reason}`,
    );
    expect(last('assignee') ?? 'Nobody').toBe(names.get(String(assignee)) ?? 'Nobody');
  }
}

function hasEnoughToDo(seed: number): void {
  const { rows, world, led, member, readOnly } = trackOf(seed);
  const unclosed = rows('issues').filter(({ status }) => status !== 'closed');
  const mine = unclosed.filter(({ assignee }) => assignee === world.person.id);
  expect(mine.length).toBeGreaterThan(8);
  for (const project of [led, member, readOnly])
    expect(unclosed.filter((row) => row.project === project).length).toBeGreaterThan(15);
  const duplicates = rows('links').filter(({ kind }) => kind === 'duplicates');
  expect(duplicates.length).toBeGreaterThan(3);
  const needless = rows('labels').findLast((label) => label.project === led)?.id ?? '';
  const having = rows('issues').filter(({ labels }) => (labels as string[]).includes(needless));
  expect(having.length).toBeGreaterThan(1);
  expect(rows('notifications').filter(({ read }) => read === false).length).toBeGreaterThan(2);
}

const seeds = sized([1, 2], [1, 2, 3, 4, 5, 6, 7, 8]);

test('a seed gives one past, another seed another', () => isOnePastASeed(seeds));

test.each(seeds)(
  'the tracker of seed %i is as large as a used one, and its rows belong together',
  belongsTogether,
);

test.each(seeds)('what the history of seed %i says last is what is so', endsWhereItIs);

test.each(seeds)('of seed %i the person has enough to do, and others have nearly the same', hasEnoughToDo);
