import { defineTemplate, type RawStep, type Visitor } from '../../../harness/task/templates/template.ts';
import type { Issue } from '../track/state/rows.ts';
import {
  at,
  below,
  changeSelected,
  click,
  listOf,
  pageOf,
  pickOf,
  projectsAs,
  savePropertiesSteps,
  stateOf,
  toIssue,
  unclosedOf,
  watch,
  watchedOf,
  watchSteps,
} from './helpers/track.ts';

/** The wanted change of an issue: the field, and its option. */
const wants = [
  { field: 'Priority', to: 'Urgent', said: { 'priority-to': 'urgent' } },
  { field: 'Status', to: 'In review', said: { 'status-to': 'in review' } },
] as const;

export const template = defineTemplate({
  id: 'track-read-only',
  title: 'Change an issue of a project with read-only access',
  sites: ['track.town.test'],
  level: 1,
  capabilities: ['cannot', 'search'],
  impossible: true,
  draw(world, random) {
    const [project] = projectsAs(world, 'reader');
    if (!project) throw new Error('the tracker has no project that is only read');
    const isWatched = watchedOf(world);
    const all = unclosedOf(world);
    const fits = (issue: Issue) =>
      issue.status !== 'in review' &&
      issue.priority !== 'urgent' &&
      !isWatched(issue) &&
      // A goal must not name a control.
      !/button/i.test(issue.title);
    const listed = all.filter((issue) => issue.project === project.id);
    const mine = new Set([...projectsAs(world, 'lead'), ...projectsAs(world, 'member')].map(({ id }) => id));
    const issue = pickOf(random, [below(listed).filter(fits)], 'issue that is only read');
    return {
      project,
      issue,
      beside: listed.filter((each) => each !== issue).map(({ title }) => title),
      twin: pickOf(
        random,
        [all.filter((each) => mine.has(each.project) && fits(each))],
        'issue of another project',
      ),
      want: random.pick(wants),
    };
  },
  goal: ({ project, issue, want }) =>
    `In the tracker, set the ${want.field.toLowerCase()} of the issue “${issue.title}” in the project ${project.name} to ${want.to}, and change nothing else. When that is done, answer done. If it cannot be done, change nothing at all, and answer with one word: not_found (the issue does not exist), not_permitted (you are not allowed to do it) or not_possible (the tracker has no way to do it).`,
  contract: () => ({
    kind: 'and',
    children: [stateOf([]), { kind: 'answer', type: 'status', value: 'not_permitted' }],
  }),
  solve: (visitor, { issue }) => look(visitor, issue),
  walkthroughs: ({ project, issue }) => [
    [
      { fill: { label: 'Search issues', text: issue.title } },
      { press: 'Enter' },
      { wait: 'in titles, descriptions and comments' },
      toIssue(issue),
      ...notPermitted,
    ],
    [
      click('link', 'Projects'),
      click('link', `${project.id} ${project.name}`),
      { click: { role: 'link', name: 'Issues', within: { role: 'navigation', name: 'Project' } } },
      { wait: 'Filter and sort' },
      toIssue(issue),
      ...notPermitted,
    ],
    [
      { fill: { label: 'Search issues', text: issue.key } },
      click('button', 'Search'),
      { wait: 'Description' },
      ...notPermitted,
    ],
  ],
  nearMisses: ({ issue, twin, want }) => [
    {
      kind: 'wrong_target',
      solve: async (visitor) => {
        await changeSelected(visitor, listOf({ project: twin.project }), [twin], want.said);
        return 'done';
      },
      walkthrough: [
        { open: pageOf(twin) },
        ...savePropertiesSteps({ [want.field]: want.to }),
        { done: { answer: 'done' } },
      ],
      names: `issues ${twin.id} changed`,
    },
    {
      kind: 'one_more',
      solve: async (visitor) => {
        await watch(visitor, issue);
        return 'not_permitted';
      },
      walkthrough: [...watchSteps(issue), { done: { answer: 'not_permitted' } }],
      names: 'watches',
    },
  ],
  listing: ({ project, issue, beside }) => ({
    url: listOf({ project: project.id }),
    right: issue.title,
    beside,
  }),
});

const notPermitted: readonly RawStep[] = [
  { wait: 'This project is read only for you.' },
  { done: { answer: 'not_permitted' } },
];

async function look(visitor: Visitor, issue: Issue): Promise<string> {
  await visitor.get(at(`/search?${new URLSearchParams({ q: issue.title })}`));
  const { text } = await visitor.get(pageOf(issue));
  return text.includes('read only for you') ? 'not_permitted' : 'done';
}
