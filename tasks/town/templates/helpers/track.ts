import type { DrawnFrom, RawStep, Visitor } from '../../../../harness/task/templates/template.ts';
import type { Json, Random } from '../../../../harness/web/host-handler.ts';
import type { Comment, Event, Issue, Project, Role } from '../../track/state/rows.ts';

type Clause = { readonly [field: string]: Json };

export const trackHost = 'track.town.test';
/** The number of rows on a page of a list. */
const pageSize = 25;

export const at = (path: string) => `https://${trackHost}${path}`;

/** The list of issues that match; issues that are not closed, if no status is given. */
export const listOf = (query: Readonly<Record<string, string>>) =>
  at(`/issues?${new URLSearchParams(query)}`);

export const pageOf = ({ key }: Issue) => at(`/issues/${key}`);

/** The changes in the tracker; rows of histories are added automatically. */
export const stateOf = (changes: readonly Clause[]): Clause => ({
  kind: 'state',
  host: trackHost,
  changes,
  ignoreAdded: ['events'],
});

/** All issues that are not closed, in the default order of a list. */
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

/** The items on the first page of a list, except the first. */
export const below = <T>(list: readonly T[]): T[] => list.slice(1, pageSize);

/** The projects in which the person has this role. */
export function projectsAs(world: DrawnFrom, role: Role): Project[] {
  const members = world.rows<{ project: string; person: string; role: Role }>(trackHost, 'members');
  const own = members.filter((each) => each.person === world.person.id && each.role === role);
  return world
    .rows<Project>(trackHost, 'projects')
    .filter(({ id }) => own.some(({ project }) => project === id));
}

/** An item of the first list that is not empty. Throws if all lists are empty: a world without room for the template. */
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

/** The link of an issue, anywhere in a list. */
export const toIssue = ({ key, title }: Issue): RawStep => click('link', `${key} ${title}`);

/** The same in an open list; `choices` maps the label of each field to its option. */
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

/** Works on the page of an issue. */
export function savePropertiesSteps(choices: Readonly<Record<string, string>>): RawStep[] {
  return [
    ...Object.entries(choices).map(([label, option]) => select(label, option)),
    click('button', 'Save properties'),
    { wait: 'The issue was saved.' },
  ];
}

/** One extra change, used by several near misses; for an issue that the person does not watch. */
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
