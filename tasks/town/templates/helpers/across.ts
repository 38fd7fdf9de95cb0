import type { DrawnFrom, RawStep, Visitor } from '../../../../harness/task/templates/template.ts';
import type { Json, Person } from '../../../../harness/web/host-handler.ts';
import type { Issue, Member, Milestone, Project } from '../../track/state/rows.ts';
import { besides, mailHost } from './mail.ts';

export const trackHost = 'track.town.test';

export const track = (path: string) => `https://${trackHost}${path}`;

/** The list of issues that match this query. */
export const issuesLike = (query: Readonly<Record<string, string>>) =>
  track(`/issues?${new URLSearchParams(query)}`);

/** Also reading mail does no harm. */
export const mailAsItWas = {
  kind: 'state',
  host: mailHost,
  changes: [],
  ignoreAdded: besides,
} as const satisfies Json;

export type Tracker = {
  projects: readonly Project[];
  milestones: readonly Milestone[];
  issues: readonly Issue[];
  /** The role of the person of the world in a project. */
  roleIn(project: string): Member['role'] | undefined;
  leadOf(project: string): Person | undefined;
};

export function trackerOf(world: DrawnFrom): Tracker {
  const members = world.rows<Member>(trackHost, 'members');
  return {
    projects: world.rows<Project>(trackHost, 'projects'),
    milestones: world.rows<Milestone>(trackHost, 'milestones'),
    issues: world.rows<Issue>(trackHost, 'issues'),
    roleIn: (project) =>
      members.find((each) => each.project === project && each.person === world.person.id)?.role,
    leadOf: (project) => {
      const lead = members.find((each) => each.project === project && each.role === 'lead');
      return world.people.find(({ id }) => id === lead?.person);
    },
  };
}

export const nameOf = ({ id, name }: Project) => `${id} ${name}`;

/** From any page of the tracker to the issues of a project. */
export const toIssues = (project: Project): RawStep[] => [
  { click: { role: 'link', name: 'Projects' } },
  { click: { role: 'link', name: nameOf(project) } },
  { click: { role: 'link', name: 'Issues', within: { role: 'navigation', name: 'Project' } } },
];

/** From a list to the page of an issue. */
export const openIssue = ({ key, title }: Pick<Issue, 'key' | 'title'>): RawStep => ({
  click: { role: 'link', name: `${key} ${title}` },
});

/** Opens each issue from the list, and returns to the list. */
export const lookAtEach = (issues: readonly Issue[], list: string): RawStep[] =>
  issues.flatMap((issue) => [openIssue(issue), { open: list }]);

export async function watch(visitor: Visitor, { key }: Issue, isOn: 'yes' | 'no'): Promise<void> {
  await visitor.get(track(`/issues/${key}`));
  await visitor.post(track(`/issues/${key}/watch`), { watch: isOn });
}

/** The key of the next issue in a project. */
export function keyOfNext(issues: readonly Issue[], { id }: Project): string {
  const numbers = issues.filter(({ project }) => project === id).map(({ key }) => Number(key.split('-')[1]));
  return `${id}-${Math.max(...numbers) + 1}`;
}
