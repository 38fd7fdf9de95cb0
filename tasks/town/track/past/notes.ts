import type { World } from '../../../../harness/web/host-handler.ts';
import { watchId } from '../state/ids.ts';
import type { Comment, Event, Issue, Notification, Watch } from '../state/rows.ts';
import { dayAfter } from './moments.ts';

/** Authors and assignees of an issue usually watch it. */
export function watchesOf(world: World, issues: readonly Issue[]): readonly Watch[] {
  const random = world.random('track: watches');
  return issues.flatMap(({ id: issue, author, assignee }) => {
    const watching = new Set<string>();
    if (random.chance(0.7)) watching.add(author);
    if (assignee !== null && random.chance(0.6)) watching.add(assignee);
    if (random.chance(0.04)) watching.add(world.person.id);
    return [...watching].map((person) => ({ id: watchId(issue, person), issue, person }));
  });
}

type Past = { issues: readonly Issue[]; comments: readonly Comment[]; events: readonly Event[] };

const most = 36;

/** Recent actions of others on the person's issues. */
export function notificationsOf(world: World, { issues, comments, events }: Past): readonly Notification[] {
  const random = world.random('track: notifications');
  const { id: me, email, name } = world.person;
  const since = dayAfter(world.now, -60);
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  const handle = `@${email.split('@')[0]}`;
  const told = comments.flatMap(({ id, issue, author: actor, at, text }) => {
    if (actor === me || at < since) return [];
    const about = byId.get(issue);
    const kind = text.includes(handle)
      ? 'mentioned'
      : about?.assignee === me || about?.author === me
        ? 'commented'
        : null;
    return kind ? [{ id, kind, issue, actor, at } as const] : [];
  });
  const given = events.flatMap(({ id, issue, actor, at, field, to }) =>
    field === 'assignee' && to === name && actor !== me && at >= since
      ? [{ id, kind: 'assigned', issue, actor, at } as const]
      : [],
  );
  const unread = dayAfter(world.now, -12);
  return [...told, ...given]
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .slice(0, most)
    .map((row) => ({
      ...row,
      read: row.at < unread || random.chance(0.4),
    }));
}
