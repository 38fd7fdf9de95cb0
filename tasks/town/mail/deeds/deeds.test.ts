import { expect, test } from 'vitest';
import { mailOf } from '../../../../harness/testing/mail-of.ts';

const idsOf = (rows: readonly { id: string }[], count: number) => rows.slice(0, count).map(({ id }) => id);

test('a move changes the folder of these threads and nothing else, and undo puts them back', async () => {
  const mail = mailOf(1);
  const ids = idsOf(mail.threadsIn('inbox'), 3);
  let location = '';
  const move = async () => {
    const form = { action: 'move', folder: 'travel', label: '', thread: ids, back: '/folder/inbox?page=2' };
    location = (await mail.post('/bulk', form)).location;
  };
  expect((await mail.changesOf(move)).sort()).toEqual(ids.map((id) => `threads ${id}: folder`).sort());
  expect(location).toMatch(/^\/folder\/inbox\?page=2&undo=\w+$/);
  const { text } = await mail.get(location);
  expect(text).toContain('3 conversations moved to Travel.');
  const undo = /name="undo" value="(\w+)"/.exec(text)?.[1] ?? '';
  expect((await mail.changesOf(() => mail.post('/undo', { undo }))).length).toBe(3);
  expect(idsOf(mail.threadsIn('inbox'), 3)).toEqual(ids);
  expect((await mail.post('/undo', { undo })).location).toBe('/folder/inbox?notice=nothing-undone');
});

test.each([
  ['archive', 'archive'],
  ['trash', 'trash'],
  ['spam', 'spam'],
])('the button %s moves what is checked to %s', async (action, folder) => {
  const mail = mailOf(1);
  const [id = ''] = idsOf(mail.threadsIn('inbox'), 1);
  expect(await mail.changesOf(() => mail.post('/bulk', { action, thread: id }))).toEqual([
    `threads ${id}: folder`,
  ]);
  expect(mail.threadsIn(folder).map((row) => row.id)).toContain(id);
});

test('a star and a label are one change each; the same again is none', async () => {
  const mail = mailOf(1);
  const id =
    mail.rows('threads').find(({ starred, labels }) => !starred && !(labels as string[]).length)?.id ?? '';
  const star = () => mail.post('/bulk', { star: id });
  expect(await mail.changesOf(star)).toEqual([`threads ${id}: starred`]);
  expect(await mail.changesOf(star)).toEqual([]);
  const label = () => mail.post('/bulk', { action: 'label', label: 'bills', thread: id });
  expect(await mail.changesOf(label)).toEqual([`threads ${id}: labels`]);
  expect(await mail.changesOf(label)).toEqual([]);
  expect(
    await mail.changesOf(() => mail.post('/bulk', { action: 'unlabel', label: 'bills', thread: id })),
  ).toEqual([`threads ${id}: labels`]);
});

test('opening a conversation adds read marks and nothing else; marking it unread takes them away', async () => {
  const mail = mailOf(1);
  const read = new Set(mail.rows('reads').map(({ id }) => id));
  const unread = mail
    .rows('messages')
    .find(({ id, from }) => !read.has(id) && from !== mail.world.person.email);
  const opened = await mail.changesOf(() => mail.get(`/thread/${unread?.thread}`));
  expect(opened).toEqual([`reads + ${unread?.id}`]);
  expect(await mail.changesOf(() => mail.get(`/thread/${unread?.thread}`))).toEqual([]);
  const marked = await mail.changesOf(() =>
    mail.post('/bulk', { action: 'unread', thread: String(unread?.thread) }),
  );
  expect(marked).toContain(`reads - ${unread?.id}`);
});

test('only what lies in trash or spam is deleted for good, with its messages', async () => {
  const mail = mailOf(1);
  const [kept = ''] = idsOf(mail.threadsIn('inbox'), 1);
  const [gone = ''] = idsOf(mail.threadsIn('trash'), 1);
  const asked = await mail.post('/bulk', { action: 'delete', thread: [gone, kept], back: '/folder/trash' });
  expect(asked.text).toContain('Delete forever?');
  expect(asked.text).not.toContain(kept);
  const changes = await mail.changesOf(() => mail.post('/delete', { thread: [gone, kept] }));
  expect(changes).toContain(`threads - ${gone}`);
  expect(changes.every((change) => change.includes(' - '))).toBe(true);
  expect(mail.rows('threads').map(({ id }) => id)).toContain(kept);
  expect(mail.rows('messages').filter(({ thread }) => thread === gone)).toEqual([]);
});

test('empty trash asks first, then empties the trash alone', async () => {
  const mail = mailOf(1);
  const before = mail.rows('threads').length;
  const trash = mail.threadsIn('trash').length;
  expect((await mail.get('/empty/trash')).text).toContain(`${trash} conversations will be deleted for good.`);
  await mail.post('/empty/trash');
  expect(mail.threadsIn('trash')).toEqual([]);
  expect(mail.rows('threads').length).toBe(before - trash);
});

test('a filter does its part with mail that another host posts', async () => {
  const mail = mailOf(1);
  const from = 'orders@shop.town.test';
  await mail.post('/settings/filters/new', {
    from,
    label: 'orders',
    star: 'yes',
    folder: 'archive',
    enabled: 'yes',
  });
  const changes = await mail.changesOf(() => mail.deliver(`Shop <${from}>`, 'Order 17', 'Total 41.80'));
  expect(changes.map((change) => change.replace(/ \w+$/, ''))).toEqual(['threads +', 'messages +']);
  const thread = mail.rows('threads').at(-1);
  expect(thread).toMatchObject({ subject: 'Order 17', folder: 'archive', labels: ['orders'], starred: true });
  expect(mail.rows('messages').at(-1)).toMatchObject({ from, fromName: 'Shop', text: 'Total 41.80' });
  mail.deliver('other@shop.town.test', 'Order 17');
  expect(mail.rows('threads').at(-1)).toMatchObject({ folder: 'inbox', labels: [], starred: false });
});

test('a filter that is off does nothing; one that is applied to what is there moves it', async () => {
  const mail = mailOf(1);
  await mail.post('/settings/filters/new', { from: 'x@y.test', folder: 'archive' });
  mail.deliver('x@y.test', 'Hello');
  expect(mail.rows('threads').at(-1)).toMatchObject({ folder: 'inbox' });
  await mail.post('/settings/filters/new', {
    from: 'x@y.test',
    folder: 'archive',
    enabled: 'yes',
    now: 'yes',
  });
  expect(mail.rows('threads').at(-1)).toMatchObject({ folder: 'archive' });
});

test('mail for somebody else does not arrive, and what is no mail is an error', async () => {
  const mail = mailOf(1);
  const event = { kind: 'mail', to: 'nobody@town.test', from: 'a@b.test', subject: 'x', text: 'y' };
  expect(await mail.changesOf(() => mail.world.post('mail.town.test', event))).toEqual([]);
  expect(() => mail.world.post('mail.town.test', { kind: 'parcel' })).toThrow('not parcel');
  expect(() => mail.world.post('mail.town.test', { ...event, subject: 1 })).toThrow(
    'its subject as a string',
  );
});

test('an answer joins its thread and brings it back to the inbox', () => {
  const mail = mailOf(1);
  const thread = mail.threadsIn('archive').at(0);
  const message = mail.rows('messages').find((row) => row.thread === thread?.id);
  mail.deliver(String(message?.from), `Re: ${thread?.subject}`);
  expect(mail.rows('messages').at(-1)).toMatchObject({ from: message?.from, inReplyTo: expect.any(String) });
  expect(mail.rows('threads').find(({ id }) => id === mail.rows('messages').at(-1)?.thread)?.folder).toBe(
    'inbox',
  );
});

test('the vacation reply goes to a sender once, within its days', async () => {
  const mail = mailOf(1);
  const said = {
    enabled: 'yes',
    from: '2031-03-10',
    until: '2031-03-12',
    subject: 'Away',
    text: 'Back on Monday',
  };
  await mail.post('/settings/vacation', said);
  mail.deliver('x@y.test', 'One');
  mail.deliver('x@y.test', 'Two');
  const replies = () => mail.rows('messages').filter(({ subject }) => subject === 'Away');
  expect(replies()).toEqual([expect.objectContaining({ to: ['x@y.test'], from: mail.world.person.email })]);
  await mail.post('/settings/vacation', { ...said, from: '2031-03-12' });
  mail.deliver('z@y.test', 'Three');
  expect(replies().length).toBe(1);
});
