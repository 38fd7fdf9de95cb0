import { expect, test } from 'vitest';
import { mailOf } from '../../../harness/testing/mail-of.ts';
import { walkLinks } from '../../../harness/testing/walk-links.ts';

const walk = () =>
  walkLinks(mailOf(3), ['/folder/inbox', '/search?q=invoice+has:attachment'], /\/[012]\w{10}|=[^&]*/g);

test('every link leads to a page, and the pages of a seed are the same to the byte', async () => {
  const pages = await walk();
  expect([...pages].filter(([, { status }]) => ![200, 303].includes(status))).toEqual([]);
  expect(pages.size).toBeGreaterThan(100);
  expect(await walk()).toEqual(pages);
});

test('what is not there is not found, and says so', async () => {
  const mail = mailOf(1);
  for (const path of [
    '/nowhere',
    '/thread/x',
    '/folder/x',
    '/contacts/x',
    '/attachment/x/file',
    '/drafts/x',
    '/reply/x',
  ])
    expect([path, (await mail.get(path)).status]).toEqual([path, 404]);
  expect(await mail.changesOf(() => mail.post('/contacts/x/delete'))).toEqual([]);
  expect((await mail.post('/contacts/x/delete')).status).toBe(404);
});

test('a form of another site, and what is no form, change nothing', async () => {
  const mail = mailOf(1);
  const [thread] = mail.threadsIn('inbox');
  const body = new URLSearchParams({ action: 'trash', thread: thread?.id ?? '' });
  for (const site of ['cross-site', 'same-site']) {
    const send = () => mail.ask('/bulk', { method: 'POST', body, headers: { 'sec-fetch-site': site } });
    expect(await mail.changesOf(send)).toEqual([]);
    expect((await send()).status).toBe(400);
  }
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await mail.ask('/drafts/new-2', { method: 'POST', body: 'no form', headers })).status).toBe(400);
});

test('no form leads a visitor to another site', async () => {
  const mail = mailOf(1);
  for (const back of ['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)'])
    expect((await mail.post('/undo', { undo: 'x', back })).location).toMatch(/^\/folder\/inbox\?/);
});

test('who signs out sees no mail until he signs in again; the cookie is a session of this host', async () => {
  const mail = mailOf(1);
  const { headers, text } = await mail.get('/folder/inbox');
  expect(headers.get('set-cookie')).toMatch(/^session=\w+; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
  expect(text).toContain(mail.world.person.name);
  expect(await mail.changesOf(() => mail.post('/sign-out'))).toEqual([]);
  const out = await mail.get('/folder/inbox');
  expect(out.text).toContain('You are signed out');
  expect(out.text).not.toContain('/thread/');
  expect(await mail.changesOf(() => mail.post('/bulk', { star: mail.rows('threads')[0]?.id ?? '' }))).toEqual(
    [],
  );
  await mail.post('/sign-in');
  expect((await mail.get('/folder/inbox')).text).toContain('/thread/');
});

test('contacts, labels, folders, signatures and settings are one change each, and bad ones are refused', async () => {
  const mail = mailOf(1);
  const [contact] = mail.rows('contacts');
  const fields = {
    name: 'New Name',
    email: 'new@elsewhere.test',
    phone: '',
    street: '',
    postcode: '',
    city: '',
    note: '',
  };
  const deeds: [path: string, form: Record<string, string>, change: RegExp][] = [
    ['/contacts/new', fields, /^contacts \+/],
    [`/contacts/${contact?.id}/edit`, { ...(contact as Record<string, string>), phone: '1' }, /: phone$/],
    [`/contacts/${contact?.id}/delete`, {}, /^contacts -/],
    ['/settings/labels', { name: 'Boats', colour: 'blue' }, /^labels \+/],
    ['/settings/labels/flat', { name: 'House', colour: 'slate' }, /^labels flat: name$/],
    ['/settings/folders', { name: 'Boats' }, /^folders \+/],
    ['/settings/signatures/new', { name: 'Long', text: 'Yours' }, /^signatures \+/],
    [
      '/settings',
      { displayName: 'A', pageSize: '50', signature: '' },
      /^settings settings: displayName, pageSize, signature$/,
    ],
  ];
  for (const [path, form, change] of deeds)
    expect(await mail.changesOf(() => mail.post(path, form))).toEqual([expect.stringMatching(change)]);
  const refused: typeof deeds = [
    ['/contacts/new', fields, /has this address already/],
    ['/contacts/new', { ...fields, email: 'x' }, /Write an address/],
    ['/settings/labels', { name: 'boats' }, /There is a label Boats already/],
    ['/settings/folders', { name: 'Inbox' }, /There is a folder Inbox already/],
    ['/settings/signatures/new', { name: '' }, /Write a name/],
    ['/settings/filters/new', { from: 'x' }, /Say what to do with it/],
    ['/settings/vacation', { enabled: 'yes', from: '' }, /Say the first day/],
  ];
  for (const [path, form, why] of refused) {
    expect(await mail.changesOf(() => mail.post(path, form))).toEqual([]);
    expect(await mail.post(path, form)).toMatchObject({ status: 422, text: expect.stringMatching(why) });
  }
});
