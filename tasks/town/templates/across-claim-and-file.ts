import type { RawStep, Visitor } from '../../../harness/task/templates/template.ts';
import type { Person } from '../../../harness/web/host-handler.ts';
import type { Folder, Label } from '../mail/state/rows.ts';
import type { Issue, Project } from '../track/state/rows.ts';
import {
  issuesLike,
  lookAtEach,
  openIssue,
  toIssues,
  track,
  trackerOf,
  trackHost,
} from './helpers/across.ts';
import { file, fileSteps, isPressing, labelSteps, moveSteps, subjectOf } from './helpers/file-mails.ts';
import { at, besides, defineMailTemplate, mailHost, searchSteps } from './helpers/mail.ts';

type Work = {
  me: Person;
  project: Project;
  /** The unassigned issues, most hours first. The list can be sorted this way, so their number stays unknown. */
  free: readonly Issue[];
  taken: readonly Issue[];
  label: Label;
  folder: Folder;
};
type Drawn = Work & {
  hours: readonly [number, number];
  left: Issue;
  right: Issue;
  beside: readonly string[];
};

const mostHours = 12;
const takenCount = 3;
const fewestFree = 6;
const mostFree = 10;
/** The number of issues on a page of the list. */
const pageSize = 25;

export const template = defineMailTemplate<Drawn>({
  id: 'across-claim-and-file',
  title: 'Take over unassigned issues by estimate, and file the mails about them by priority',
  sites: [trackHost, mailHost],
  level: 4,
  capabilities: ['take over', 'organise', 'remember'],
  draw(world, random) {
    const { projects, issues, roleIn } = trackerOf(world);
    const choices = projects.flatMap((project) => {
      const open = issues.filter((each) => each.project === project.id && each.status === 'open');
      const free = open
        .filter(({ assignee }) => assignee === null)
        .toSorted((one, other) => (other.estimate ?? 0) - (one.estimate ?? 0));
      if (roleIn(project.id) === 'reader' || free.length < fewestFree || open.length > pageSize) return [];
      return spans.flatMap((hours) => {
        const taken = free.filter((issue) => isWithin(issue, hours));
        const pressing = taken.filter(isPressing).length;
        const isRoom = taken.length === takenCount && pressing > 0 && pressing < taken.length;
        return isRoom && open.length - taken.length > 5 ? [{ project, open, free, hours, taken }] : [];
      });
    });
    const short = choices.filter((each) => each.free.length <= mostFree);
    const { open, ...chosen } = random.pick(short.length > 0 ? short : choices);
    const { free, taken, hours } = chosen;
    const rest = free.filter((each) => !taken.includes(each));
    const folders = world.rows<Folder>(mailHost, 'folders').filter(({ builtIn }) => !builtIn);
    const byAge = open.toSorted((one, other) => (one.created < other.created ? -1 : 1));
    return {
      ...chosen,
      me: world.person,
      // An issue with one hour too many or too few is the easiest mistake.
      left: rest.find((issue) => isWithin(issue, [hours[0] - 1, hours[1] + 1])) ?? random.pick(rest),
      right: byAge.findLast((each) => taken.includes(each)) ?? random.pick(taken),
      beside: open.filter((each) => !taken.includes(each)).map(({ title }) => title),
      label: random.pick(world.rows<Label>(mailHost, 'labels')),
      folder: random.pick(folders),
    };
  },
  goal: ({ project, hours: [least, most], label, folder }) =>
    `In the tracker, ${trackHost}, assign to me every issue of the project ${project.name} that is not closed, has no assignee, and has an estimate of ${least} to ${most} hours, both included. Leave out issues without an estimate, and change nothing else about any issue. The tracker sends me a mail about each issue that you assign to me. In my mailbox, ${mailHost}, sort these mails. If the issue has high or urgent priority, put the label ${label.name} on its mail and leave the mail in the inbox. Move the rest of these mails to the folder ${folder.name}, without a label.`,
  contract: ({ me, taken, label, folder }) => ({
    kind: 'and',
    children: [
      {
        kind: 'state',
        host: trackHost,
        changes: taken.map(({ id }) => ({ table: 'issues', key: id, changed: { assignee: me.id } })),
        ignoreAdded: ['events'],
      },
      {
        kind: 'state',
        host: mailHost,
        changes: taken.flatMap((issue) => {
          const subject = subjectOf(issue);
          const filed = isPressing(issue)
            ? { folder: 'inbox', labels: [label.id] }
            : { folder: folder.id, labels: [] };
          return [
            { table: 'messages', added: { from: `tracker@${trackHost}`, subject } },
            { table: 'threads', added: { subject, starred: false, ...filed } },
          ];
        }),
        ignoreAdded: besides,
      },
    ],
  }),
  solve: async (visitor, drawn) => {
    await claim(visitor, drawn, drawn.taken);
    return file(visitor, drawn, isPressing);
  },
  walkthroughs: (drawn) => {
    const { me, taken } = drawn;
    return [
      [
        ...toFree(drawn),
        ...lookAtEach(nearby(drawn), listOf(drawn)),
        ...claimSteps(drawn),
        ...fileSteps(drawn),
      ],
      [
        { open: listOf(drawn) },
        ...taken.flatMap((issue) => [
          openIssue(issue),
          { select: { label: 'Assignee', option: me.name } },
          { click: { role: 'button', name: 'Save properties' } },
          { wait: 'The issue was saved.' },
          { open: listOf(drawn) },
        ]),
        ...fileSteps(drawn),
      ],
      [
        { open: track(`/projects/${drawn.project.id}`) },
        { click: { role: 'link', name: { contains: 'Open: ' } } },
        ...claimSteps(drawn),
        { open: at('/') },
        ...searchSteps('from:tracker assigned'),
        ...moveSteps(
          drawn,
          taken.filter((each) => !isPressing(each)),
        ),
        ...labelSteps(drawn, taken.filter(isPressing)),
        { done: {} },
      ],
    ];
  },
  nearMisses: (drawn) => {
    const { taken, left, right } = drawn;
    const instead = { ...drawn, taken: taken.map((each) => (each === right ? left : each)) };
    const oneMore = { ...drawn, taken: [...taken, left] };
    const isOther = (issue: Issue) => !isPressing(issue);
    return [
      ...([instead, oneMore] as const).map((work) => ({
        kind: work === instead ? ('wrong_target' as const) : ('one_more' as const),
        solve: async (visitor: Visitor) => {
          await claim(visitor, drawn, work.taken);
          return file(visitor, work, isPressing);
        },
        walkthrough: [{ open: listOf(drawn) }, ...claimSteps(work), ...fileSteps(work)],
        names: `issues ${left.id} changed`,
      })),
      {
        kind: 'wrong_target',
        solve: async (visitor) => {
          await claim(visitor, drawn, taken);
          return file(visitor, drawn, isOther);
        },
        walkthrough: [{ open: listOf(drawn) }, ...claimSteps(drawn), ...fileSteps(drawn, isOther)],
        names: `[${taken[0]?.key}] Assigned to you`,
      },
    ];
  },
  listing: ({ project, right, beside }) => ({
    url: issuesLike({ project: project.id, status: 'open', sort: 'oldest' }),
    right: right.title,
    beside,
  }),
});

/** The range of hours, both included. */
const spans = Array.from({ length: mostHours }, (_, least) =>
  Array.from({ length: 6 }, (__, more) => [least + 1, least + 2 + more] as const),
).flat();

const isWithin = ({ estimate }: Issue, [least, most]: readonly [number, number]) =>
  estimate !== null && estimate >= least && estimate <= most;

const queryOf = ({ project }: Work) => ({ project: project.id, assignee: 'nobody', sort: 'estimate' });

const listOf = (work: Work) => issuesLike(queryOf(work));

const toFree = ({ project }: Work): RawStep[] => [
  ...toIssues(project),
  { select: { label: 'Assignee', option: 'Nobody' } },
  { select: { label: 'Order', option: 'Most hours first' } },
  { click: { role: 'button', name: 'Show' } },
];

/** The taken issues, and one on either side: a reader of these knows that the list is complete. */
const nearby = ({ free, taken }: Work) => {
  const places = taken.map((issue) => free.indexOf(issue));
  return free.slice(Math.max(0, Math.min(...places) - 1), Math.max(...places) + 2);
};

const claimSteps = ({ me, taken }: Work): RawStep[] => [
  ...taken.map(({ key }) => ({ check: { role: 'checkbox', name: `Select ${key}` } })),
  { select: { label: 'Set assignee', option: me.name } },
  { click: { role: 'button', name: 'Change selected' } },
];

/** Views all unassigned issues, and takes some of them at once. */
async function claim(visitor: Visitor, work: Work, taken: readonly Issue[]): Promise<void> {
  const list = listOf(work);
  await visitor.get(list);
  for (const { key } of work.free) await visitor.get(track(`/issues/${key}`));
  await visitor.get(list);
  const issue = taken.map(({ key }) => key);
  const as = { 'status-to': '', 'priority-to': '', 'milestone-to': '', 'label-to': '' };
  await visitor.post(track('/bulk'), {
    ...as,
    issue,
    'assignee-to': work.me.id,
    back: list.replace(track(''), ''),
  });
}
