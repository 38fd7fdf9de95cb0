import { expect, test } from 'vitest';
import { trackOf } from '../../../../harness/testing/track-of.ts';

type Track = ReturnType<typeof trackOf>;

/** The initial fields of the form beside an issue. */
function propertiesOf(track: Track, id: string) {
  const row = track.rows('issues').find((each) => each.id === id);
  return {
    status: String(row?.status),
    assignee: String(row?.assignee ?? ''),
    priority: String(row?.priority),
    milestone: String(row?.milestone ?? ''),
    estimate: String(row?.estimate ?? ''),
    label: row?.labels as string[],
  };
}

/** The changes without the history lines that go with each change. */
const changesOf = async (track: Track, deed: () => unknown) =>
  (await track.changesOf(deed)).filter((change) => !change.startsWith('events +'));

test('a new issue is one row with the next number, once for each form, and mail to whoever gets it', async () => {
  const track = trackOf(1);
  const { led, world } = track;
  const { text } = await track.get(`/issues/new?project=${led}`);
  const ticket = /name="ticket" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const form = {
    project: led,
    ticket,
    title: 'Gate squeaks',
    text: 'Ask @nobody.here',
    priority: 'high',
    assignee: world.person.id,
  };
  const make = () => track.post('/issues/new', form);
  expect(await track.changesOf(make)).toEqual([`issues + ${ticket}`]);
  expect((await make()).location).toBe(`/issues/${ticket}?notice=created`);
  expect(await track.changesOf(make)).toEqual([]);
  expect(track.rows('issues').at(-1)).toMatchObject({
    key: ticket,
    title: 'Gate squeaks',
    status: 'open',
    created: world.now,
  });
  expect(track.mails).toEqual([
    expect.objectContaining({
      to: world.person.email,
      subject: `[${ticket}] Assigned to you: Gate squeaks`,
    }),
  ]);
  const other = await track.changesOf(() => track.post('/issues/new', { ...form, title: 'Gate is blue' }));
  expect(other).toEqual([`issues + ${led}-${Number(ticket.split('-')[1]) + 1}`]);
});

test('properties are one changed row; what is the same changes nothing', async () => {
  const track = trackOf(1);
  const { id } = track.issueIn(track.member);
  const before = propertiesOf(track, id);
  const save = (fields: object) => () => track.post(`/issues/${id}/properties`, { ...before, ...fields });
  expect(await track.changesOf(save({}))).toEqual([]);
  const priority = before.priority === 'urgent' ? 'low' : 'urgent';
  expect(await changesOf(track, save({ priority }))).toEqual([`issues ${id}: priority`]);
  expect(await changesOf(track, save({ priority, status: 'in review', estimate: '7' }))).toEqual([
    `issues ${id}: status, estimate`,
  ]);
  expect(await track.changesOf(save({ estimate: 'seven' }))).toEqual([]);
  expect((await save({ estimate: 'seven' })()).status).toBe(422);
});

test('a comment is one row, once for each form; who is mentioned has mail', async () => {
  const track = trackOf(1);
  const { world } = track;
  const { id } = track.issueIn(track.member);
  const handle = world.person.email.split('@')[0];
  const say = () =>
    track.post(`/issues/${id}/comment`, { after: '', action: 'comment', text: `Please look, @${handle}` });
  expect(await track.changesOf(say)).toEqual([expect.stringMatching(/^comments \+ \w+$/)]);
  expect(await track.changesOf(say)).toEqual([]);
  expect(track.mails.map(({ to }) => to)).toEqual([world.person.email]);
  const comment = track.rows('comments').at(-1)?.id;
  expect(await track.changesOf(() => track.post(`/comments/${comment}/edit`, { text: 'Done' }))).toEqual([
    `comments ${comment}: text`,
  ]);
  expect(await track.changesOf(() => track.post(`/comments/${comment}/delete`))).toEqual([
    `comments - ${comment}`,
  ]);
});

test('closing says why, reopening takes the reason away', async () => {
  const track = trackOf(1);
  const { id } = track.issueIn(track.member);
  const close = () => track.post(`/issues/${id}/comment`, { action: 'close', reason: 'not planned' });
  expect(await changesOf(track, close)).toEqual([`issues ${id}: status, reason`]);
  expect(track.issueIn(track.member, 'closed')).toBeDefined();
  const reopen = () => track.post(`/issues/${id}/comment`, { action: 'reopen' });
  expect(await changesOf(track, reopen)).toEqual([`issues ${id}: status, reason`]);
  expect(track.rows('issues').find((row) => row.id === id)).toMatchObject({ status: 'open', reason: null });
});

test('a duplicate is closed and linked; opened again it is none', async () => {
  const track = trackOf(1);
  const { id } = track.issueIn(track.member);
  const other = track.issueIn(track.member, 'in progress').id;
  const link = `${id}:duplicates:${other}`;
  const mark = () => track.post(`/issues/${id}/duplicate`, { other: other.toLowerCase() });
  expect((await changesOf(track, mark)).sort()).toEqual([`issues ${id}: status, reason`, `links + ${link}`]);
  expect(await track.changesOf(mark)).toEqual([]);
  expect((await track.post(`/issues/${other}/duplicate`, { other: id })).status).toBe(422);
  expect((await track.post(`/issues/${id}/duplicate`, { other: id })).status).toBe(422);
  const reopen = () => track.post(`/issues/${id}/comment`, { action: 'reopen' });
  expect(await changesOf(track, reopen)).toContain(`links - ${link}`);
});

test('links are read from both ends and stand once', async () => {
  const track = trackOf(1);
  const { id } = track.issueIn(track.member);
  const other = track.issueIn(track.led).id;
  const link = (from: string, way: string, to: string) => () =>
    track.post(`/issues/${from}/link`, { way, other: to });
  expect(await track.changesOf(link(id, 'blocked-by', other))).toEqual([`links + ${other}:blocks:${id}`]);
  expect(await track.changesOf(link(other, 'blocks', id))).toEqual([]);
  expect((await link(id, 'blocks', other)()).status).toBe(422);
  expect((await track.get(`/issues/${id}`)).text).toContain('Is blocked by');
  const remove = () => track.post(`/issues/${id}/unlink`, { link: `${other}:blocks:${id}` });
  expect(await track.changesOf(remove)).toEqual([`links - ${other}:blocks:${id}`]);
});

test('an issue that is moved has the next number there, and its old key leads to it', async () => {
  const track = trackOf(1);
  const { id } = track.issueIn(track.member);
  const move = () => track.post(`/issues/${id}/move`, { project: track.led });
  const changes = await changesOf(track, move);
  expect(changes).toEqual([expect.stringMatching(new RegExp(`^issues ${id}: key, formerKeys, project`))]);
  const row = track.rows('issues').find((each) => each.id === id);
  expect(row).toMatchObject({ project: track.led, formerKeys: [id], milestone: null });
  expect((await track.get(`/issues/${id}`)).location).toBe(`/issues/${row?.key}`);
  expect((await track.get(`/search?q=${id}`)).location).toBe(`/issues/${row?.key}`);
});

test('a card is moved by a select; several issues are changed at once, or none of them', async () => {
  const track = trackOf(1);
  const { id } = track.issueIn(track.led);
  expect(await changesOf(track, () => track.post(`/board/${id}`, { status: 'in review' }))).toEqual([
    `issues ${id}: status`,
  ]);
  const ids = track.rows('issues').filter(({ project }) => project === track.led);
  const some = ids.slice(0, 3).map((row) => row.id);
  await track.post('/bulk', { issue: some, 'priority-to': 'low' });
  const change = () => track.post('/bulk', { issue: some, 'priority-to': 'urgent' });
  expect((await changesOf(track, change)).sort()).toEqual(
    some.map((each) => `issues ${each}: priority`).sort(),
  );
  const locked = track.issueIn(track.readOnly).id;
  const mixed = () => track.post('/bulk', { issue: [...some, locked], 'priority-to': 'high' });
  expect(await track.changesOf(mixed)).toEqual([]);
  expect((await mixed()).text).toContain('read only');
});

test('merged labels are one, on every issue that had either', async () => {
  const track = trackOf(1);
  const [kept, , , , , gone] = track.rows('labels').filter(({ project }) => project === track.led);
  const having = track.rows('issues').filter(({ labels }) => (labels as string[]).includes(gone?.id ?? ''));
  const merge = () => track.post(`/projects/${track.led}/labels/${gone?.id}/merge`, { into: kept?.id ?? '' });
  const changes = await track.changesOf(merge);
  expect(changes.sort()).toEqual(
    [`labels - ${gone?.id}`, ...having.map(({ id }) => `issues ${id}: labels`)].sort(),
  );
  expect(having.length).toBeGreaterThan(1);
});

test('watching, saved filters, notifications and settings are one change each', async () => {
  const track = trackOf(1);
  const me = track.world.person.id;
  const watched = new Set(track.rows('watches').map(({ id }) => id));
  const issue = track
    .rows('issues')
    .find((row) => row.project === track.readOnly && !watched.has(`${row.id}:${me}`));
  const unread = track.rows('notifications').find(({ read }) => read === false)?.id;
  const deeds: [path: string, form: Record<string, string>, change: string][] = [
    [`/issues/${issue?.id}/watch`, { watch: 'yes' }, `watches + ${issue?.id}:${me}`],
    [`/issues/${issue?.id}/watch`, { watch: 'no' }, `watches - ${issue?.id}:${me}`],
    ['/filters', { name: 'Dark streets', label: 'dark' }, 'filters + dark-streets'],
    [
      '/filters/dark-streets',
      { name: 'Dark streets', label: 'dark', sort: 'oldest' },
      'filters dark-streets: sort',
    ],
    ['/filters/dark-streets/delete', {}, 'filters - dark-streets'],
    [`/notifications/${unread}`, { read: 'yes' }, `notifications ${unread}: read`],
    [
      '/settings',
      { start: 'home', pageSize: '50', mailAssigned: 'yes', mailMentioned: 'yes' },
      'settings settings: pageSize',
    ],
    [
      `/projects/${track.led}/milestones/new`,
      { name: 'Boats', due: '2031-05-01' },
      `milestones + ${track.led}:boats`,
    ],
    [`/projects/${track.led}/labels`, { name: 'Boats', colour: 'blue' }, `labels + ${track.led}:boats`],
  ];
  for (const [path, form, change] of deeds)
    expect(await track.changesOf(() => track.post(path, form))).toEqual([change]);
});

test('mail about oneself can be turned off; mail to others is posted all the same', async () => {
  const track = trackOf(1);
  const { id } = track.issueIn(track.led);
  await track.post('/settings', { start: 'home', pageSize: '25' });
  const before = propertiesOf(track, id);
  const [me, other] = ['me', 'other'].map((who) =>
    track
      .rows('members')
      .find((row) => row.project === track.led && (row.person === track.world.person.id) === (who === 'me')),
  );
  await track.post(`/issues/${id}/properties`, { ...before, assignee: '' });
  await track.post(`/issues/${id}/properties`, { ...before, assignee: String(me?.person) });
  expect(track.mails).toEqual([]);
  await track.post(`/issues/${id}/properties`, { ...before, assignee: String(other?.person) });
  expect(track.mails.length).toBe(1);
});
