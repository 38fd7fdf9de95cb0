import { expect, test } from 'vitest';
import { mailOf } from '../../../harness/testing/mail-of.ts';
import { townPages } from '../../../harness/testing/town-pages.ts';

const mail = mailOf(1);
const id = (table: string) => mail.rows(table)[0]?.id;
const thread = mail.rows('threads').find(({ labels }) => (labels as string[]).length > 0)?.id;

const paths = [
  '/folder/inbox',
  '/folder/inbox?page=2',
  '/folder/trash',
  '/label/bills',
  '/starred',
  '/search?q=invoice',
  '/search?q=zebra',
  '/search?q=before:soon',
  '/search/advanced',
  `/thread/${thread}`,
  `/attachment/${id('attachments')}`,
  '/compose',
  `/reply-all/${id('messages')}`,
  `/forward/${mail.rows('attachments')[0]?.message}`,
  '/drafts',
  '/contacts',
  `/contacts/${id('contacts')}`,
  `/contacts/${id('contacts')}/edit`,
  `/contacts/${id('contacts')}/delete`,
  '/settings',
  '/settings/signatures',
  '/settings/vacation',
  '/settings/filters',
  '/settings/filters/new',
  '/settings/labels',
  '/settings/folders',
  '/empty/trash',
  '/help',
  '/nowhere',
];

const openMail = () => townPages('mail.town.test');

test('no page has a finding of axe, an error, or scrolls sideways on a phone', async () => {
  const pages = await openMail();
  const faults = await pages.faultsOf(paths, [
    [1280, 'light'],
    [360, 'dark'],
  ]);
  expect(faults).toEqual([]);
});

test('the keyboard alone opens a conversation and archives another', async () => {
  const pages = await openMail();
  await pages.open('/folder/inbox');
  await pages.press('Tab', 9);
  expect(await pages.focused()).toBe('Skip to the content');
  await pages.press('Enter', 13);
  await pages.tabTo(/^Select: /);
  const subject = (await pages.focused()).replace('Select: ', '');
  await pages.press(' ', 32);
  expect(await pages.run('document.activeElement.checked')).toBe(true);
  await pages.run('document.querySelector(".toolbar button").focus()');
  expect(await pages.focused()).toBe('Archive');
  await pages.press('Enter', 13);
  await pages.comesTo('document.querySelector(".notice")?.innerText.includes("moved to Archive")');
  expect(await pages.run('document.querySelector(".threads").innerText')).not.toContain(subject);
  await pages.comesTo('document.readyState === "complete"');
  await pages.press('j', 74);
  expect(await pages.run('document.activeElement.tagName')).toBe('A');
  const next = await pages.run<string>('document.activeElement.querySelector(".subject").textContent');
  await pages.press('Enter', 13);
  await pages.comesTo(`document.querySelector('h1').textContent === ${JSON.stringify(next)}`);
});

test('what is typed is saved as a draft, and goes away when it is sent', async () => {
  const pages = await openMail();
  await pages.open('/compose');
  const to = mail.world.people[9]?.email ?? '';
  const type = (name: string, text: string) =>
    pages.run(`(() => { const field = document.querySelector('[name=${name}]'); field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new Event('input', { bubbles: true })); })()`);
  await type('to', to);
  await type('subject', 'Typed by hand');
  await pages.comesTo('document.querySelector(".saved").textContent === "Draft saved"');
  await pages.run('document.querySelector("button[value=send]").click()');
  await pages.comesTo('document.querySelector("h1").textContent === "Typed by hand"');
  await pages.open('/drafts');
  expect(await pages.run('document.querySelector("main").innerText')).not.toContain('Typed by hand');
});

test('without scripts a question has a page of its own, and mail is deleted and sent', async () => {
  const pages = await openMail();
  await pages.send('Emulation.setScriptExecutionDisabled', { value: true });
  await pages.go('/folder/trash');
  await pages.comesToSay('Empty trash');
  await pages.run('document.querySelector("a[data-dialog]").click()');
  await pages.comesToSay('Empty trash?');
  await pages.run('document.querySelector("button.danger").click()');
  await pages.comesToSay('Nothing here.');
  await pages.go('/compose');
  await pages.comesToSay('Save draft');
  const to = mail.world.people[9]?.email ?? '';
  await pages.run(`document.querySelector('#to').value = ${JSON.stringify(to)}; document.querySelector('#subject').value = 'By hand';
    document.querySelector('button[value=send]').click()`);
  await pages.comesToSay('Your message was sent.');
});
