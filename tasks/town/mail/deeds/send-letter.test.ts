import { expect, test } from 'vitest';
import { mailOf } from '../../../../harness/testing/mail-of.ts';

const letter = {
  kind: 'new',
  parent: '',
  cc: '',
  bcc: '',
  subject: 'Boats',
  text: 'Dear all',
  action: 'send',
};
const kinds = (changes: readonly string[]) => changes.map((change) => change.replace(/(?<=[+-]) .*$/, ''));

/** Replies to the newest received message with two or more recipients. */
function groupMail(mail: ReturnType<typeof mailOf>) {
  const me = mail.world.person.email;
  const found = mail.rows('messages').find(({ to, from }) => from !== me && (to as string[]).length > 1);
  if (!found) throw new Error('no mail went to several people');
  return found as typeof found & { from: string; to: string[]; cc: string[]; subject: string };
}

test('a mail to a person of the town is one thread and one message, in sent and nowhere else', async () => {
  const mail = mailOf(2);
  const to = mail.world.people[7]?.email ?? '';
  const inbox = mail.threadsIn('inbox').length;
  const changes = await mail.changesOf(() => mail.post('/drafts/new-2', { ...letter, to }));
  expect(kinds(changes)).toEqual(['threads +', 'messages +']);
  expect(mail.rows('messages').at(-1)).toMatchObject({ to: [to], subject: 'Boats', date: mail.world.now });
  expect(mail.rows('threads').at(-1)).toMatchObject({ folder: 'sent' });
  expect(mail.threadsIn('inbox').length).toBe(inbox);
  expect((await mail.get('/folder/sent')).text).toContain('Boats');
});

test('the same form sent twice is one mail; a new form with the same words is another', async () => {
  const mail = mailOf(2);
  const to = mail.world.people[7]?.email ?? '';
  const first = await mail.post('/drafts/new-2', { ...letter, to });
  expect(await mail.changesOf(() => mail.post('/drafts/new-2', { ...letter, to }))).toEqual([]);
  expect((await mail.post('/drafts/new-2', { ...letter, to })).location).toBe(first.location);
  expect((await mail.get('/compose')).text).toContain('action="/drafts/new-3"');
  expect(kinds(await mail.changesOf(() => mail.post('/drafts/new-3', { ...letter, to })))).toContain(
    'messages +',
  );
});

test('a draft that is sent is gone, and what is saved after it is not', async () => {
  const mail = mailOf(2);
  const to = mail.world.people[7]?.email ?? '';
  const saved = await mail.changesOf(() => mail.post('/drafts/new-2', { ...letter, action: 'autosave' }));
  expect(saved).toEqual(['drafts + new-2']);
  const sent = await mail.changesOf(() => mail.post('/drafts/new-2', { ...letter, to }));
  expect(kinds(sent)).toEqual(['threads +', 'messages +', 'drafts -']);
  expect(await mail.changesOf(() => mail.post('/drafts/new-2', { ...letter, action: 'autosave' }))).toEqual(
    [],
  );
});

test.each([
  ['', 'Say who it is for.'],
  ['nobody', 'is neither an address nor the name of a contact'],
  ['a@', 'is neither an address'],
  ['nobody.there@town.test', 'There is no mailbox nobody.there@town.test'],
])('to "%s" nothing is sent, and the form says why', async (to, why) => {
  const mail = mailOf(2);
  let answer = { status: 0, text: '' };
  const changes = await mail.changesOf(async () => {
    answer = await mail.post('/drafts/new-2', { ...letter, to });
  });
  expect(changes).toEqual([]);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain(why);
  expect(answer.text).toContain('Dear all');
});

test('the name of a contact stands for the address', async () => {
  const mail = mailOf(2);
  const [contact] = mail.rows('contacts');
  await mail.post('/drafts/new-2', { ...letter, to: String(contact?.name) });
  expect(mail.rows('messages').at(-1)?.to).toEqual([contact?.email]);
});

test('a reply goes to the sender, quotes, and stays in the thread; a reply to all goes to everybody else', async () => {
  const mail = mailOf(2);
  const asked = groupMail(mail);
  const form = (await mail.get(`/reply/${asked.id}`)).text;
  expect(form).toContain(`value="${asked.from}"`);
  expect(form).toContain(`wrote:\n&gt; `);
  const others = asked.to.filter((email) => email !== mail.world.person.email);
  expect((await mail.get(`/reply-all/${asked.id}`)).text).toContain(
    `name="cc" type="text" value="${others.join(', ')}"`,
  );
  const reply = {
    ...letter,
    kind: 'reply',
    parent: asked.id,
    to: asked.from,
    subject: `Re: ${asked.subject}`,
  };
  const changes = await mail.changesOf(() => mail.post(`/drafts/reply-${asked.id}`, reply));
  expect(kinds(changes)).toEqual(['messages +']);
  expect(mail.rows('messages').at(-1)).toMatchObject({ thread: asked.thread, inReplyTo: asked.id });
});

test('forwarding takes the attachments along, those that stay checked', async () => {
  const mail = mailOf(2);
  const [attachment] = mail.rows('attachments');
  const message = String(attachment?.message);
  expect((await mail.get(`/forward/${message}`)).text).toContain(`value="${attachment?.id}" checked`);
  const forward = { ...letter, kind: 'forward', parent: message, to: mail.world.people[7]?.email ?? '' };
  const changes = await mail.changesOf(() =>
    mail.post(`/drafts/forward-${message}`, { ...forward, attached: attachment?.id ?? '' }),
  );
  expect(kinds(changes)).toEqual(['messages +', 'attachments +']);
  const copy = mail.rows('attachments').at(-1);
  expect(copy).toMatchObject({ name: attachment?.name, message: mail.rows('messages').at(-1)?.id });
  expect(copy?.id).not.toBe(attachment?.id);
});

test('a draft that forwards names the attachments of the other mail, and adds no row before it is sent', async () => {
  const mail = mailOf(2);
  const [attachment] = mail.rows('attachments');
  const message = String(attachment?.message);
  const forward = { ...letter, kind: 'forward', parent: message, attached: attachment?.id ?? '' };
  const begun = { ...forward, action: 'save' };
  const changes = await mail.changesOf(() => mail.post(`/drafts/forward-${message}`, begun));
  expect(kinds(changes)).toEqual(['drafts +']);
  expect((await mail.get(`/drafts/forward-${message}`)).text).toContain(`value="${attachment?.id}" checked`);
  const to = mail.world.people[7]?.email ?? '';
  const sent = await mail.changesOf(() => mail.post(`/drafts/forward-${message}`, { ...forward, to }));
  expect(kinds(sent).toSorted()).toEqual(['attachments +', 'drafts -', 'messages +']);
});

test('a text file that comes with the form is attached, another kind of file is refused', async () => {
  const mail = mailOf(2);
  const form = (name: string) => {
    const body = new FormData();
    for (const [field, value] of Object.entries({ ...letter, to: mail.world.people[7]?.email ?? '' }))
      body.set(field, value);
    body.set('file', new File(['a,b\n1,2\n'], name));
    return body;
  };
  const refused = await mail.ask('/drafts/new-2', { method: 'POST', body: form('picture.png') });
  expect([refused.status, refused.text.includes('“picture.png” cannot be attached')]).toEqual([422, true]);
  await mail.ask('/drafts/new-2', { method: 'POST', body: form('table.csv') });
  const attachment = mail.rows('attachments').at(-1);
  expect(attachment).toMatchObject({ name: 'table.csv', type: 'text/csv', text: 'a,b\n1,2\n' });
  expect((await mail.get(`/attachment/${attachment?.id}`)).text).toContain('<th scope="col">a</th>');
});

test('mail to oneself arrives', async () => {
  const mail = mailOf(2);
  await mail.post('/drafts/new-2', { ...letter, to: mail.world.person.email });
  expect(mail.rows('threads').at(-1)).toMatchObject({ folder: 'inbox', subject: 'Boats' });
});
