import type { DrawnFrom, RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import { momentWords } from '../site/dates.ts';
import type { Comment, Event, Issue, Milestone, Project, Watch } from '../track/state/rows.ts';
import {
  issuesLike,
  lookAtEach,
  mailAsItWas,
  openIssue,
  toIssues,
  track,
  trackerOf,
  trackHost,
  watch,
} from './helpers/across.ts';
import { defineMailTemplate } from './helpers/mail.ts';

/** From one status to another, with the words of the history. */
type Span = { from: string; to: string };
/** The time between two statuses in milliseconds, with the instants as the history prints them. */
type Lasting = { issue: Issue; began: string; lasted: number; sinceReport: number };
type Drawn = {
  project: Project;
  milestone: Milestone;
  span: Span;
  /** Longest first. */
  all: readonly Lasting[];
  right: Lasting;
  /** The issue with the longest time from report to closing, by the dates that the page shows without its history. */
  other: Lasting;
  isWatched: boolean;
};

const spans: readonly Span[] = [
  { from: 'In progress', to: 'In review' },
  { from: 'In review', to: 'Closed: done' },
  { from: 'In progress', to: 'Closed: done' },
];
const hour = 3_600_000;
const leastAhead = 6 * hour;

export const template = defineMailTemplate<Drawn>({
  id: 'track-history',
  title: 'Find the issue of a milestone that took longest, and the day on which it was begun',
  sites: [trackHost],
  level: 4,
  capabilities: ['read a history', 'remember'],
  draw(world, random) {
    const { projects, milestones, issues } = trackerOf(world);
    const events = Map.groupBy(world.rows<Event>(trackHost, 'events'), ({ issue }) => issue);
    const shown = lastDaysOfOwn(world);
    const choices = milestones.flatMap((milestone) => {
      const own = issues.filter((each) => each.milestone === milestone.id);
      if (!milestone.closed || own.length < 10 || own.length > 12) return [];
      return spans.flatMap((span) => {
        const all = own
          .flatMap((issue) => lastingOf(issue, events.get(issue.id) ?? [], span) ?? [])
          .toSorted((one, another) => another.lasted - one.lasted);
        const [right, second] = all;
        const other = all.toSorted((one, another) => another.sinceReport - one.sinceReport)[0];
        if (!right || !second || !other || other === right || all.length < own.length) return [];
        const isAlone = all.filter(({ began }) => dayOf(began) === dayOf(right.began)).length === 1;
        const isAhead = right.lasted - second.lasted >= leastAhead;
        const isOldest = all.every(({ issue }) => right.issue.created <= issue.created);
        return isAlone && isAhead && !isOldest && !shown.has(dayOf(right.began))
          ? [{ milestone, span, all, right, other }]
          : [];
      });
    });
    const chosen = random.pick(choices);
    const project = projects.find(({ id }) => id === chosen.milestone.project);
    if (!project) throw new Error(`${chosen.milestone.id} is of no project`);
    const watches = new Set(world.rows<Watch>(trackHost, 'watches').map(({ id }) => id));
    return { project, ...chosen, isWatched: watches.has(`${chosen.right.issue.id}:${world.person.id}`) };
  },
  goal: ({ project, milestone, span: { from, to } }) =>
    `All issues of the milestone “${milestone.name}” of the project ${project.name} are closed. Which of them took the longest time from the moment when its status became “${from}” to the moment when it became “${to}”? Answer with the day on which the status of that issue became “${from}”, as year, month and day, such as 2032-12-31, and nothing else. Change nothing.`,
  contract: ({ right }) => ({
    kind: 'and',
    children: [
      { kind: 'state', host: trackHost, changes: [] },
      mailAsItWas,
      { kind: 'answer', type: 'date', value: dayOf(right.began) },
    ],
  }),
  solve: async (visitor, { project, milestone, span, all }) => {
    await visitor.get(track(`/projects/${project.id}/milestones`));
    await visitor.get(track(`/projects/${project.id}/milestones/${milestone.id}`));
    let longest = { began: '', lasted: 0 };
    for (const { issue } of all) {
      const { text } = await visitor.get(track(`/issues/${issue.key}`));
      const began = momentIn(text, span.from);
      const lasted = Date.parse(momentIn(text, span.to)) - Date.parse(began);
      if (lasted > longest.lasted) longest = { began, lasted };
    }
    return dayOf(longest.began);
  },
  walkthroughs: (drawn) => {
    const { project, milestone, all, right } = drawn;
    const byAge = all
      .map(({ issue }) => issue)
      .toSorted((one, another) => (one.created < another.created ? -1 : 1));
    const end = [{ wait: momentWords(right.began) }, { done: { answer: dayOf(right.began) } }];
    const again = [openIssue(right.issue), ...end];
    const others = byAge.filter((issue) => issue !== right.issue);
    const page = track(`/projects/${project.id}/milestones/${milestone.id}`);
    return [
      [
        ...toIssues(project),
        { select: { label: 'Status', option: 'Closed' } },
        { select: { label: 'Milestone', option: `${project.id}: ${milestone.name}` } },
        { select: { label: 'Order', option: 'Oldest first' } },
        { click: { role: 'button', name: 'Show' } },
        ...lookAtEach(others, listOf(drawn)),
        ...again,
      ],
      [
        ...toIssues(project).slice(0, 2),
        { click: { role: 'link', name: 'Milestones' } },
        { click: { role: 'link', name: milestone.name } },
        { wait: 'Estimated for what is not closed' },
        ...lookAtEach(others, page),
        ...again,
      ],
      [
        { open: listOf(drawn) },
        ...[...others, right.issue].flatMap(({ key }): RawStep[] => [
          { fill: { label: 'Search issues', text: key } },
          { press: 'Enter' },
          { wait: `Reported by` },
        ]),
        ...end,
      ],
    ];
  },
  nearMisses: (drawn) => {
    const { all, right, other, isWatched } = drawn;
    const said = (each: Lasting) => ({
      kind: 'wrong_target' as const,
      solve: async (visitor: Visitor) => {
        await visitor.get(track(`/issues/${each.issue.key}`));
        return dayOf(each.began);
      },
      walkthrough: [{ open: listOf(drawn) }, openIssue(each.issue), { done: { answer: dayOf(each.began) } }],
      names: dayOf(each.began),
    });
    return [
      said(other),
      ...all
        .slice(1, 2)
        .filter((second) => second !== other)
        .map(said),
      {
        kind: 'one_more',
        solve: async (visitor) => {
          await watch(visitor, right.issue, isWatched ? 'no' : 'yes');
          return dayOf(right.began);
        },
        walkthrough: [
          { open: listOf(drawn) },
          openIssue(right.issue),
          { click: { role: 'button', name: isWatched ? 'Unwatch' : 'Watch' } },
          { done: { answer: dayOf(right.began) } },
        ],
        names: 'watches',
      },
    ];
  },
  listing: (drawn) => ({
    url: listOf(drawn),
    right: drawn.right.issue.title,
    beside: drawn.all.slice(1).map(({ issue }) => issue.title),
  }),
});

const dayOf = (instant: string) => instant.slice(0, 10);

/** The day of the last action on each of the person's issues, which the start page may show. */
function lastDaysOfOwn(world: DrawnFrom): ReadonlySet<string> {
  const done = Map.groupBy(
    [...world.rows<Event>(trackHost, 'events'), ...world.rows<Comment>(trackHost, 'comments')],
    ({ issue }) => issue,
  );
  const own = trackerOf(world).issues.filter(({ assignee }) => assignee === world.person.id);
  const lasts = own.map(
    ({ id, created }) =>
      (done.get(id) ?? [])
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? created,
  );
  return new Set(lasts.map(dayOf));
}

const listOf = ({ project, milestone }: Drawn) =>
  issuesLike({ project: project.id, status: 'closed', milestone: milestone.id, sort: 'oldest' });

function lastingOf(issue: Issue, events: readonly Event[], { from, to }: Span): Lasting | null {
  const at = (status: string) => events.find((each) => each.field === 'status' && each.to === status)?.at;
  const [began, ended, closed] = [at(from), at(to), at('Closed: done')];
  if (!began || !ended || !closed) return null;
  return {
    issue,
    began,
    lasted: Date.parse(ended) - Date.parse(began),
    sinceReport: Date.parse(closed) - Date.parse(issue.created),
  };
}

/** When the status changed to this value, according to the page's history. */
function momentIn(page: string, status: string): string {
  const line = new RegExp(
    `changed the status from <em>[^<]*</em> to <em>${status}</em> <time datetime="([^"]+)"`,
  );
  return line.exec(page)?.[1] ?? '';
}
