import type { Issue } from '../state/rows.ts';
import type { Track } from '../state/track.ts';
import { priorities, statusWords } from '../state/words-of.ts';

/** The texts of an issue's history lines. */
const told: Readonly<Record<string, (track: Track, issue: Issue) => string>> = {
  status: (_, issue) => statusWords(issue),
  assignee: ({ world }, { assignee }) => world.people.find(({ id }) => id === assignee)?.name ?? 'Nobody',
  priority: (_, { priority }) => priorities[priority],
  milestone: ({ store }, { milestone }) => store.get('milestones', milestone ?? '')?.name ?? 'None',
  labels: ({ store }, { labels }) =>
    labels.map((id) => store.get('labels', id)?.name ?? id).join(', ') || 'None',
  estimate: (_, { estimate }) => (estimate === null ? 'None' : `${estimate} h`),
  title: (_, { title }) => title,
  key: (_, { key }) => key,
};

/** Changes an issue and adds the differences to its history. False if nothing changed. */
export function changeIssue(
  track: Track,
  id: string,
  fields: Partial<Omit<Issue, 'id' | 'author' | 'created'>>,
): boolean {
  const { store } = track;
  const before = store.get('issues', id);
  if (!before) return false;
  const was = Object.entries(told).map(([field, say]) => [field, say(track, before)] as const);
  store.change('issues', id, fields);
  const after = store.get('issues', id);
  if (!after || after === before) return false;
  for (const [field, from] of was) {
    const to = told[field]?.(track, after) ?? '';
    if (from !== to) addEvent(track, id, field, from, to);
  }
  if (before.text !== after.text) addEvent(track, id, 'text', '', '');
  return true;
}

function addEvent(track: Track, issue: string, field: string, from: string, to: string): void {
  const { world, store, me: actor } = track;
  const id = track.newId('events', issue, field, from, to);
  store.add('events', { id, issue, at: world.now, actor, field, from, to });
}
