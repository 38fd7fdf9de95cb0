import { defineTemplate, type RawStep, type Visitor } from '../../../harness/task/templates/template.ts';
import type { Json } from '../../../harness/web/host-handler.ts';
import type { Issue, Milestone, Project } from '../track/state/rows.ts';
import { type Left, type Sorted, sorted, toBeGivenUp } from './helpers/left-of-milestone.ts';
import {
  at,
  below,
  changeSelected,
  changeSelectedSteps,
  click,
  listOf,
  pageOf,
  pickOf,
  projectsAs,
  savePropertiesSteps,
  stateOf,
  toIssue,
  trackHost,
  unclosedOf,
  watch,
  watchedOf,
  watchSteps,
} from './helpers/track.ts';

type Plan = Left & {
  project: Project;
  /** The milestone for small issues. */
  next: Milestone;
  /** The name of the new milestone. */
  name: string;
  isOverdue: boolean;
  /** The ids of the project's initial milestones, without the project. */
  known: readonly string[];
};
/** The minimum number of acting calls of level 4. */
const fewestActs = 26;

export const template = defineTemplate({
  id: 'track-triage-milestone',
  title: 'Give up a milestone, and move the issues that are left in it',
  sites: ['track.town.test'],
  level: 4,
  capabilities: ['organise', 'plan'],
  draw(world, random) {
    const [project] = projectsAs(world, 'lead');
    if (!project) throw new Error('the tracker has no project that the person leads');
    const today = world.now.slice(0, 10);
    const issues = unclosedOf(world).filter((each) => each.project === project.id);
    const own = world.rows<Milestone>(trackHost, 'milestones').filter((each) => each.project === project.id);
    const milestones = own.filter(({ closed }) => !closed);
    const isOver = ({ due }: Milestone) => due !== null && due < today;
    const chosen = toBeGivenUp(milestones, issues, random, isOver);
    const plan: Plan = {
      ...chosen,
      project,
      next: pickOf(
        random,
        [milestones.filter((each) => each !== chosen.milestone && !isOver(each))],
        'other milestone',
      ),
      name: random.pick(['Second round', 'Long jobs', 'Next season', 'One by one']),
      isOverdue: isOver(chosen.milestone),
      known: own.map(({ id }) => id.slice(project.id.length + 1)),
    };
    const { large } = sorted(plan);
    const isWatched = watchedOf(world);
    const right = pickOf(
      random,
      [below(issues).filter((each) => chosen.left.includes(each))],
      'issue of the milestone',
    );
    return {
      ...plan,
      wrong: pickOf(random, [large], 'large issue'),
      unwatched: pickOf(random, [issues.filter((each) => !isWatched(each))], 'issue to be watched'),
      right,
      others: issues.filter((each) => each !== right),
    };
  },
  goal: ({ project, milestone, next, limit, name, isOverdue }) =>
    `In the project ${project.name} (${project.id}), which I lead, we are giving up the ${isOverdue ? 'overdue ' : ''}milestone ${milestone.name}. Move its issues that are not closed yet, whether they are open, in progress or in review. If an issue has an assignee and an estimate of ${hours(limit)} or less, move it to the milestone ${next.name}. If it has an assignee and a higher estimate or no estimate, move it to a new milestone called ${name}, which you make without a day. If it has no assignee, take it out of the milestone, put it in no other one, and set its priority to Low. Change nothing else about these issues, and leave the issues that are already closed where they are. At the end, close the milestone ${milestone.name} itself, and keep its name, text and day.`,
  contract: (plan) =>
    stateOf([
      {
        table: 'milestones',
        added: { project: plan.project.id, name: { text: plan.name }, due: null, closed: false },
      },
      // A renamed milestone keeps the id of its first name; no other milestone is added.
      ...groupsOf(plan, sorted(plan), {
        pattern: `^${plan.project.id}:(?!(?:${plan.known.join('|')})$)`,
      }).flatMap(({ issues, changed }) => issues.map(({ id }) => ({ table: 'issues', key: id, changed }))),
      { table: 'milestones', key: plan.milestone.id, changed: { closed: true } },
    ]),
  solve: (visitor, plan) => giveUp(visitor, plan, sorted(plan)),
  walkthroughs: (plan) => {
    const { small, large, nobodys } = sorted(plan);
    const looks = [...small, ...large].map((issue) => ({ open: pageOf(issue) }));
    const rounds = roundSteps(plan);
    const make = makeSteps(plan.name);
    const atNew: RawStep = { open: at(`${milestonesOf(plan)}/new`) };
    const byMenu = [
      click('link', 'Projects'),
      click('link', `${plan.project.id} ${plan.project.name}`),
      click('link', 'Milestones'),
      click('link', 'New milestone'),
    ];
    const onPages = (open: (issue: Issue) => RawStep[]) => [
      ...small.flatMap((issue) => [...open(issue), ...savePropertiesSteps({ Milestone: plan.next.name })]),
      ...large.flatMap((issue) => [...open(issue), ...savePropertiesSteps({ Milestone: plan.name })]),
      ...roundSteps(plan, { small: [], large: [], nobodys }),
    ];
    const opened = onPages((issue) => [{ open: pageOf(issue) }]);
    const fromList = onPages((issue) => [{ open: listLeft(plan) }, toIssue(issue)]);
    const end = [...closeSteps(plan), { done: {} }];
    // A few issues are changed one by one; many are viewed and then changed together.
    const ways = [
      [atNew, ...make, ...looks, ...rounds, ...end],
      [...byMenu, ...make, ...looks, ...rounds, ...end],
      [...byMenu, ...make, ...opened, ...end],
      [atNew, ...make, ...fromList, ...end],
      [...looks, ...byMenu, ...make, ...fromList, ...end],
    ];
    return [
      ways.find((each) => actsOf(each) >= fewestActs) ?? ways.at(-1) ?? [],
      [...closeSteps(plan), ...byMenu, ...make, ...rounds, { done: {} }],
      [
        click('link', 'Projects'),
        click('link', `${plan.project.id} ${plan.project.name}`),
        click('link', 'Milestones'),
        click('link', plan.milestone.name),
        atNew,
        ...make,
        ...roundSteps(plan, { small, large: [], nobodys: [] }),
        ...roundSteps(plan, { small: [], large, nobodys }),
        ...end,
      ],
    ];
  },
  nearMisses: (plan) => {
    const right = sorted(plan);
    const { wrong } = plan;
    const instead = {
      ...right,
      small: [...right.small, wrong],
      large: right.large.filter((each) => each !== wrong),
    };
    const walk = (groups: Sorted): RawStep[] => [
      { open: at(`${milestonesOf(plan)}/new`) },
      ...makeSteps(plan.name),
      ...roundSteps(plan, groups),
      ...closeSteps(plan),
    ];
    return [
      {
        kind: 'wrong_target',
        solve: (visitor) => giveUp(visitor, plan, instead),
        walkthrough: [...walk(instead), { done: {} }],
        names: `issues ${wrong.id} changed`,
      },
      {
        kind: 'one_more',
        solve: async (visitor) => {
          await giveUp(visitor, plan, right);
          await watch(visitor, plan.unwatched);
          return undefined;
        },
        walkthrough: [...walk(right), ...watchSteps(plan.unwatched), { done: {} }],
        names: 'watches',
      },
    ];
  },
  listing: ({ project, right, others }) => ({
    url: listOf({ project: project.id }),
    right: right.title,
    beside: others.map(({ title }) => title),
  }),
});

const hours = (count: number) => (count === 1 ? '1 hour' : `${count} hours`);

const idOfNew = ({ project, name }: Plan) => `${project.id}:${name.toLowerCase().replaceAll(' ', '-')}`;

/** The changes for each group: in its rows, in the form fields, and in the form's labels. */
function groupsOf(plan: Plan, { small, large, nobodys } = sorted(plan), wanted: Json = idOfNew(plan)) {
  const { next, name } = plan;
  return [
    {
      issues: small,
      changed: { milestone: next.id },
      said: { 'milestone-to': next.id },
      choices: { 'Set milestone': next.name },
    },
    {
      issues: large,
      changed: { milestone: wanted },
      said: { 'milestone-to': idOfNew(plan) },
      choices: { 'Set milestone': name },
    },
    {
      issues: nobodys,
      changed: { milestone: null, priority: 'low' },
      said: { 'milestone-to': 'none', 'priority-to': 'low' },
      choices: { 'Set milestone': 'None', 'Set priority': 'Low' },
    },
  ].filter(({ issues }) => issues.length > 0);
}

const milestonesOf = ({ project }: Plan) => `/projects/${project.id}/milestones`;
const listLeft = ({ project, milestone }: Plan) => listOf({ project: project.id, milestone: milestone.id });

async function giveUp(visitor: Visitor, plan: Plan, groups: Sorted): Promise<undefined> {
  const { milestone, name, left } = plan;
  const path = at(milestonesOf(plan));
  await visitor.get(path);
  await visitor.get(`${path}/new`);
  await visitor.post(`${path}/new`, { name, about: '', due: '' });
  for (const issue of left) await visitor.get(pageOf(issue));
  for (const { issues, said } of groupsOf(plan, groups))
    await changeSelected(visitor, listLeft(plan), issues, said);
  await visitor.get(`${path}/${milestone.id}`);
  await visitor.get(`${path}/${milestone.id}/edit`);
  const { about, due } = milestone;
  const fields = { name: milestone.name, about, due: due ?? '', closed: 'yes' };
  await visitor.post(`${path}/${milestone.id}/edit`, fields);
  return undefined;
}

const makeSteps = (name: string): RawStep[] => [
  { fill: { label: 'Name', text: name } },
  click('button', 'Save milestone'),
  { wait: 'The milestone was saved.' },
];

const roundSteps = (plan: Plan, groups?: Sorted): RawStep[] =>
  groupsOf(plan, groups).flatMap(({ issues, choices }) => [
    { open: listLeft(plan) },
    ...changeSelectedSteps(issues, choices),
  ]);

const closeSteps = (plan: Plan): RawStep[] => [
  { open: at(`${milestonesOf(plan)}/${plan.milestone.id}/edit`) },
  { check: { role: 'checkbox', name: 'It is closed' } },
  click('button', 'Save milestone'),
  { wait: 'The milestone was saved.' },
];

const actsOf = (steps: readonly RawStep[]) =>
  steps.filter((step) => !('wait' in step || 'done' in step)).length;
