import { defineTemplate, type RawStep } from '../../../harness/task/templates/template.ts';
import type { Person } from '../../../harness/web/host-handler.ts';
import type { Issue } from '../track/state/rows.ts';
import {
  at,
  below,
  click,
  listOf,
  pageOf,
  pickOf,
  stateOf,
  toIssue,
  unclosedOf,
  watch,
  watchedOf,
  watchSteps,
} from './helpers/track.ts';

type Load = { person: Person; assigned: readonly Issue[]; counted: readonly Issue[]; unknown: number };

const fewest = 6;
const most = 16;
/** From this number on, the solution opens issues by address instead of going back to the list. */
const many = 11;

export const template = defineTemplate({
  id: 'track-hours-left',
  title: 'Add up the hours of work that a person still has to do',
  sites: ['track.town.test'],
  level: 3,
  capabilities: ['find out', 'add up'],
  draw(world, random) {
    const unknown = random.int(2, 4);
    const all = unclosedOf(world);
    const loads = world.people
      .filter(({ id }) => id !== world.person.id)
      .map((person): Load => {
        const assigned = all.filter(({ assignee }) => assignee === person.id);
        const counted = assigned.filter(({ status }) => status !== 'in review');
        return { person, assigned, counted, unknown };
      });
    const isNameless = ({ person }: Load) =>
      world.people.some(({ id, name }) => id !== person.id && name === person.name);
    const fitting = loads.filter(
      (load) =>
        load.counted.length >= fewest &&
        load.counted.length <= most &&
        load.assigned.length > fewest &&
        hoursOf(load) < 100 &&
        !isNameless(load),
    );
    const good = fitting.filter(
      ({ assigned, counted }) =>
        assigned.length > counted.length && counted.some(({ estimate }) => estimate === null),
    );
    const load = pickOf(random, [good, fitting], 'person with much to do');
    const isWatched = watchedOf(world);
    return {
      ...load,
      right: pickOf(
        random,
        [below(load.assigned).filter((each) => load.counted.includes(each))],
        'issue of theirs',
      ),
      other: pickOf(
        random,
        [
          loads.filter((each) => each.counted.length > 3 && hoursOf(each) !== hoursOf(load)),
          loads.filter((each) => hoursOf(each) !== hoursOf(load)),
        ],
        'other person with something to do',
      ),
      unwatched: pickOf(random, [load.assigned.filter((each) => !isWatched(each))], 'issue to be watched'),
    };
  },
  goal: ({ person: { name }, unknown }) =>
    `${name} leaves the projects at the end of the week. How many hours of work are left? Add up the estimates of all issues, in every project, that are assigned to ${name} and are open or in progress. Issues that are in review or closed do not count. An issue without an estimate counts as ${unknown} hours. Change nothing, and answer with the number of hours only.`,
  contract: (load) => ({
    kind: 'and',
    children: [stateOf([]), { kind: 'answer', type: 'integer', value: hoursOf(load) }],
  }),
  solve: async (visitor, { person, counted, unknown }) => {
    await visitor.get(at('/people'));
    await visitor.get(at(`/people/${person.email.split('@')[0]}`));
    await visitor.get(listOfAll(person));
    const hours = [];
    for (const issue of counted) hours.push(hoursOnPage((await visitor.get(pageOf(issue))).text) ?? unknown);
    return `${hours.reduce((sum, each) => sum + each, 0)}`;
  },
  walkthroughs: (load) => {
    const { person, assigned, counted } = load;
    const done = { done: { answer: `${hoursOf(load)}` } };
    const open = counted.map((issue) => ({ open: pageOf(issue) }));
    const oneByOne = counted.flatMap((issue): RawStep[] => [toIssue(issue), { open: listOfAll(person) }]);
    return [
      [
        click('link', 'People'),
        click('link', person.name),
        click('link', `All assigned (${assigned.length})`),
        ...(counted.length < many ? oneByOne.slice(0, -1) : open),
        done,
      ],
      [
        { open: listOf({ assignee: 'me' }) },
        { select: { label: 'Assignee', option: person.name } },
        click('button', 'Show'),
        { wait: assigned[0]?.title ?? '' },
        ...open,
        done,
      ],
      [
        ...(['open', 'in progress'] as const).flatMap((status) => [
          { open: listOf({ assignee: person.id, status }) },
          ...counted.filter((each) => each.status === status).map((issue) => ({ open: pageOf(issue) })),
        ]),
        done,
      ],
    ];
  },
  nearMisses: (load) => [
    {
      kind: 'wrong_target',
      solve: async () => `${hoursOf(load.other)}`,
      walkthrough: [
        { open: listOfAll(load.other.person) },
        { wait: 'Filter and sort' },
        { done: { answer: `${hoursOf(load.other)}` } },
      ],
      names: `${hoursOf(load.other)}`,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await watch(visitor, load.unwatched);
        return `${hoursOf(load)}`;
      },
      walkthrough: [...watchSteps(load.unwatched), { done: { answer: `${hoursOf(load)}` } }],
      names: 'watches',
    },
  ],
  listing: ({ person, assigned, right }) => ({
    url: listOf({ assignee: person.id }),
    right: right.title,
    beside: assigned.filter((each) => each !== right).map(({ title }) => title),
  }),
});

const listOfAll = ({ id }: Person) => listOf({ assignee: id, sort: 'priority' });

const hoursOf = ({ counted, unknown }: Load): number =>
  counted.reduce((sum, { estimate }) => sum + (estimate ?? unknown), 0);

/** In the editable field, or in the read-only facts. */
function hoursOnPage(text: string): number | undefined {
  const [, field, fact] =
    /name="estimate" type="text" value="(\d+)"|<dt>Estimate<\/dt><dd>(\d+) h/.exec(text) ?? [];
  return field === undefined && fact === undefined ? undefined : Number(field ?? fact);
}
