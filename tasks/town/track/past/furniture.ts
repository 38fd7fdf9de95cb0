import type { Random, World } from '../../../../harness/web/host-handler.ts';
import { emptyQuery } from '../state/empty-query.ts';
import { slug } from '../state/ids.ts';
import type { Label, Milestone, SavedFilter, Settings } from '../state/rows.ts';
import { dayAfter } from './moments.ts';
import type { ProjectWords } from './plot.ts';

export function labelsOf({ id: project, labels }: ProjectWords): readonly Label[] {
  return labels.map(([name, colour, about]) => ({
    id: `${project}:${slug(name)}`,
    project,
    name,
    colour,
    about,
  }));
}

/** Two past milestones, one overdue, one upcoming, one without a day. The seed decides which is which. */
export function milestonesOf(
  { now }: World,
  random: Random,
  { id: project, milestones }: ProjectWords,
): readonly Milestone[] {
  const days = [random.int(-230, -190), random.int(-90, -60), random.int(-14, -3), random.int(18, 45), null];
  return random.sample(milestones, 5).map(([name, about], index) => {
    const day = days[index] ?? null;
    return {
      id: `${project}:${slug(name)}`,
      project,
      name,
      about,
      due: day === null ? null : dayAfter(now, day),
      closed: index < 2,
    };
  });
}

export function filtersOf(me: string): readonly SavedFilter[] {
  return [
    { id: 'mine-and-urgent', name: 'Mine and urgent', ...emptyQuery, assignee: me, priority: 'urgent' },
    {
      id: 'reported-by-me',
      name: 'Reported by me',
      ...emptyQuery,
      status: 'any',
      author: me,
      sort: 'created',
    },
    { id: 'safety-first', name: 'Safety first', ...emptyQuery, label: 'safety', sort: 'priority' },
    { id: 'nobody-s', name: 'Nobody’s', ...emptyQuery, assignee: 'nobody', sort: 'oldest' },
  ];
}

export const settings: Settings = {
  id: 'settings',
  pageSize: 25,
  start: 'home',
  watchOwn: false,
  mailAssigned: true,
  mailMentioned: true,
};
