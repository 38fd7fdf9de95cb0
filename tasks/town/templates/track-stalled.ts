import { defineTemplate, type RawStep, type Visitor } from '../../../harness/task/templates/template.ts';
import type { Comment, Event, Issue, Project } from '../track/state/rows.ts';
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
  select,
  stateOf,
  trackHost,
  unclosedOf,
} from './helpers/track.ts';

type Work = { project: Project; begun: readonly Issue[]; stalled: readonly Issue[] };

/** The numbers of issues to view and to change that make a task of level 3. */
const fewest = 7;
const most = 18;

export const template = defineTemplate({
  id: 'track-stalled',
  title: 'Reopen the issues that were begun and then had no comment',
  sites: ['track.town.test'],
  level: 3,
  capabilities: ['organise', 'compare'],
  draw(world, random) {
    const all = unclosedOf(world);
    const events = Map.groupBy(world.rows<Event>(trackHost, 'events'), ({ issue }) => issue);
    const comments = Map.groupBy(world.rows<Comment>(trackHost, 'comments'), ({ issue }) => issue);
    const isStalled = ({ id }: Issue) => {
      const since = events.get(id)?.findLast(({ field }) => field === 'status')?.at ?? '';
      return (comments.get(id) ?? []).every(({ at: when }) => when < since);
    };
    const works = [...projectsAs(world, 'lead'), ...projectsAs(world, 'member')]
      .map((project): Work => {
        const begun = all.filter((each) => each.project === project.id && each.status === 'in progress');
        return { project, begun, stalled: begun.filter(isStalled) };
      })
      .filter(
        ({ begun, stalled }) =>
          begun.length > 5 &&
          begun.length + stalled.length >= fewest &&
          begun.length + stalled.length <= most &&
          below(begun).some((issue) => stalled.includes(issue)),
      );
    // Prefers a project where a stalled issue has older comments, so that the absence of comments is not a
    // sufficient sign.
    const good = works.filter(
      ({ begun, stalled }) =>
        stalled.length > 1 && begun.length - stalled.length > 4 && stalled.some(({ id }) => comments.has(id)),
    );
    const work = pickOf(random, [good, works], 'project with work that stands still');
    return {
      ...work,
      right: pickOf(
        random,
        [below(work.begun).filter((each) => work.stalled.includes(each))],
        'work that stands still',
      ),
      other: pickOf(random, [work.begun.filter((each) => !work.stalled.includes(each))], 'work that goes on'),
    };
  },
  goal: ({ project }) =>
    `Look through the issues of the project ${project.name} (${project.id}) that are in progress. If no one has written a comment on an issue since it was put in progress, set its status back to Open and leave it without an assignee. Comments from before it was put in progress do not count. Leave everything else as it is, and write no comments yourself.`,
  contract: ({ stalled }) =>
    stateOf(
      stalled.map(({ id }) => ({
        table: 'issues',
        key: id,
        changed: { status: 'open', assignee: null },
      })),
    ),
  solve: async (visitor, { project, begun }) => {
    await visitor.get(at(`/projects/${project.id}`));
    await visitor.get(listBegun(project));
    const still: Issue[] = [];
    for (const issue of begun) if (standsStill((await visitor.get(pageOf(issue))).text)) still.push(issue);
    await putBack(visitor, project, still);
    return undefined;
  },
  walkthroughs: ({ project, begun, stalled }) => [
    [
      click('link', 'Projects'),
      click('link', `${project.id} ${project.name}`),
      click('link', `In progress: ${begun.length}`),
      ...begun.map((issue) => ({ open: pageOf(issue) })),
      ...putBackSteps(project, stalled),
    ],
    [
      ...stalled.flatMap((issue) => [
        { open: pageOf(issue) },
        ...savePropertiesSteps({ Status: 'Open', Assignee: 'Nobody' }),
      ]),
      { done: {} },
    ],
    [
      { open: listOf({ project: project.id }) },
      select('Status', 'In progress'),
      click('button', 'Show'),
      { wait: 'Change the selected issues' },
      ...changeSelectedSteps(stalled, { 'Set assignee': 'Nobody' }),
      ...changeSelectedSteps(stalled, { 'Set status': 'Open' }),
      { done: {} },
    ],
  ],
  nearMisses: ({ project, stalled, right, other }) => {
    const instead = stalled.map((each) => (each === right ? other : each));
    return [
      {
        kind: 'wrong_target',
        solve: (visitor) => putBack(visitor, project, instead),
        walkthrough: putBackSteps(project, instead),
        names: `issues ${right.id} changed`,
      },
      {
        kind: 'one_more',
        solve: (visitor) => putBack(visitor, project, [...stalled, other]),
        walkthrough: putBackSteps(project, [...stalled, other]),
        names: `issues ${other.id} changed`,
      },
    ];
  },
  listing: ({ project, begun, right }) => ({
    url: listBegun(project),
    right: right.title,
    beside: begun.filter((each) => each !== right).map(({ title }) => title),
  }),
});

const listBegun = ({ id }: Project) => listOf({ project: id, status: 'in progress' });

/** Whether all comments on the page of an issue are older than its last change to In progress. */
function standsStill(text: string): boolean {
  const [, since = ''] = /<em>In progress<\/em> <time datetime="([^"]*)"/.exec(text) ?? [];
  const comments = text.slice(text.indexOf('id="comments"'), text.indexOf('id="history"'));
  return [...comments.matchAll(/<time datetime="([^"]*)"/g)].every(([, when = '']) => when < since);
}

async function putBack(visitor: Visitor, project: Project, issues: readonly Issue[]): Promise<undefined> {
  const fields = { 'status-to': 'open', 'assignee-to': 'nobody' };
  await changeSelected(visitor, listBegun(project), issues, fields);
  return undefined;
}

const putBackSteps = (project: Project, issues: readonly Issue[]): RawStep[] => [
  { open: listBegun(project) },
  ...changeSelectedSteps(issues, { 'Set status': 'Open', 'Set assignee': 'Nobody' }),
  { done: {} },
];
