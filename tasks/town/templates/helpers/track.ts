import type { DrawnFrom, RawStep, Visitor } from '../../../../harness/task/templates/template.ts';
import type { Json, Random } from '../../../../harness/web/host-handler.ts';
import type { Comment, Event, Issue, Project, Role } from '../../track/state/rows.ts';

type Clause = { readonly [field: string]: Json };

export const trackHost = 'track.town.test';
/** Rows of a page of a list. */
const pageSize = 25;

export const at = (path: string) => `https://${trackHost}${path}`;

/** The list of issues that are so; not closed, where nothing is said of the status. */
export const listOf = (query: Readonly<Record<string, string>>) =>
  at(`/issues?${new URLSearchParams(query)}`);

export const pageOf = ({ key }: Issue) => at(`/issues/${key}`);

/** What changes in the tracker; histories are written by themselves. */
export const stateOf = (changes: readonly Clause[]): Clause => ({
  kind: 'state',
  host: trackHost,
  changes,
  ignoreAdded: ['events'],
});

/** All that is not closed, in the order of a list that nobody sorted. */
export function unclosedOf(world: DrawnFrom): Issue[] {
  const issues = world.rows<Issue>(trackHost, 'issues').filter(({ status }) => status !== 'closed');
  const changed = new Map(issues.map(({ id, created }) => [id, created]));
  const rows = [...world.rows<Comment>(trackHost, 'comments'), ...world.rows<Event>(trackHost, 'events')];
  for (const { issue, at: when } of rows) {
    const before = changed.get(issue);
    if (before !== undefined && when > before) changed.set(issue, when);
  }
  const at = ({ id }: Issue) => changed.get(id) ?? '';
  return issues.toSorted((one, other) => (at(one) < at(other) ? 1 : at(one) > at(other) ? -1 : 0));
}

/** Those of a list that its first page shows below the first. */
export const below = <T>(list: readonly T[]): T[] => list.slice(1, pageSize);

/** The projects in which the person is that. */
export function projectsAs(world: DrawnFrom, role: Role): Project[] {
  const members = world.rows<{ project: string; person: string; role: Role }>(trackHost, 'members');
  const own = members.filter((each) => each.person === world.person.id && each.role === role);
  return world
    .rows<Project>(trackHost, 'projects')
    .filter(({ id }) => own.some(({ project }) => project === id));
}

/** One of the first list that is not empty. Throws where all of them are: a world without room for the template. */
export function pickOf<T>(random: Random, lists: readonly (readonly T[])[], what: string): T {
  const list = lists.find(({ length }) => length > 0);
  if (!list) throw new Error(`the tracker has no ${what}`);
  return random.pick(list);
}

/** Changes several issues of a list at once. */
export async function changeSelected(
  visitor: Visitor,
  list: string,
  issues: readonly Issue[],
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await visitor.get(list);
  const as = { 'status-to': '', 'priority-to': '', 'assignee-to': '', 'milestone-to': '', 'label-to': '' };
  const issue = issues.map(({ key }) => key);
  await visitor.post(at('/bulk'), { back: list.replace(at(''), ''), ...as, ...fields, issue });
}

export const click = (role: string, name: string): RawStep => ({ click: { role, name } });

export const select = (label: string, option: string): RawStep => ({ select: { label, option } });

/** The link of an issue wherever it stands in a list. */
export const toIssue = ({ key, title }: Issue): RawStep => click('link', `${key} ${title}`);

/** The same in a list that is open: each choice as the field is called, and what is chosen. */
export function changeSelectedSteps(
  issues: readonly Issue[],
  choices: Readonly<Record<string, string>>,
): RawStep[] {
  return [
    ...issues.map(({ key }) => ({ check: { role: 'checkbox', name: `Select ${key}` } })),
    ...Object.entries(choices).map(([label, option]) => select(label, option)),
    click('button', 'Change selected'),
    { wait: 'The selected issues were changed.' },
  ];
}

/** On the page of an issue. */
export function savePropertiesSteps(choices: Readonly<Record<string, string>>): RawStep[] {
  return [
    ...Object.entries(choices).map(([label, option]) => select(label, option)),
    click('button', 'Save properties'),
    { wait: 'The issue was saved.' },
  ];
}

/** The one thing too many of several near misses; of an issue that the person does not watch. */
export async function watch(visitor: Visitor, issue: Issue): Promise<void> {
  await visitor.get(pageOf(issue));
  await visitor.post(`${pageOf(issue)}/watch`, { watch: 'yes' });
}

export const watchSteps = (issue: Issue): RawStep[] => [
  { open: pageOf(issue) },
  click('button', 'Watch'),
  { wait: 'You watch this issue now.' },
];

/** Whether the person watches it. */
export function watchedOf(world: DrawnFrom): (issue: Issue) => boolean {
  const watches = world.rows<{ issue: string; person: string }>(trackHost, 'watches');
  const own = new Set(watches.filter(({ person }) => person === world.person.id).map(({ issue }) => issue));
  return ({ id }) => own.has(id);
}
