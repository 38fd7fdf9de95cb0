import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { browserOf, type TestBrowser, until } from '../../../harness/testing/browser-of.ts';
import { mailOf } from '../../../harness/testing/mail-of.ts';
import { noteErrors } from '../../../harness/testing/page-of.ts';
import { readStandIns } from '../../../harness/web/stand-ins.ts';

const folder = fileURLToPath(new URL('../../web', import.meta.url));
const origin = 'https://mail.town.test';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
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

async function mailBrowser(): Promise<TestBrowser> {
  const browser = await browserOf(await readStandIns([{ folder, hosts: ['mail.town.test'] }]));
  await browser.watch.cdp.send(
    'Page.addScriptToEvaluateOnNewDocument',
    { source: noteErrors },
    browser.judged().sessionId,
  );
  return browser;
}

async function show({ watch, judged }: TestBrowser, width: number, scheme: string): Promise<void> {
  const { sessionId } = judged();
  const device = { width, height: 800, deviceScaleFactor: 1, mobile: false };
  await watch.cdp.send('Emulation.setDeviceMetricsOverride', device, sessionId);
  const features = [{ name: 'prefers-color-scheme', value: scheme }];
  await watch.cdp.send('Emulation.setEmulatedMedia', { features }, sessionId);
}

test('no page has a finding of axe, an error, or scrolls sideways on a phone', async () => {
  const browser = await mailBrowser();
  const faults: string[] = [];
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    await show(browser, width, scheme);
    for (const path of paths) {
      await browser.open(`${origin}${path}`);
      await browser.run(axe);
      const found = await browser.run<
        string[]
      >(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 150) + ' ' + failureSummary)))`);
      const wide = await browser.run<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      );
      const errors = await browser.run<string[]>('seenErrors');
      const all = [...found, ...errors, ...(wide > 0 ? [`scrolls sideways by ${wide} px`] : [])];
      faults.push(...all.map((fault) => `${path} at ${width} px: ${fault}`));
    }
  }
  expect(faults).toEqual([]);
});

test('the keyboard alone opens a conversation and archives another', async () => {
  const browser = await mailBrowser();
  const press = async (key: string, code: number, text = '') => {
    const event = { key, code: key, windowsVirtualKeyCode: code, ...(text && { text }) };
    for (const type of ['keyDown', 'keyUp'] as const)
      await browser.watch.cdp.send('Input.dispatchKeyEvent', { type, ...event }, browser.judged().sessionId);
  };
  const focused = () =>
    browser.run<string>('document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()');
  const tabTo = async (wanted: RegExp) => {
    for (let count = 0; count < 120 && !wanted.test(await focused()); count++) await press('Tab', 9);
    expect(await focused()).toMatch(wanted);
  };
  await browser.open(`${origin}/folder/inbox`);
  await press('Tab', 9);
  expect(await focused()).toBe('Skip to the content');
  await press('Enter', 13, '\r');
  await tabTo(/^Select: /);
  const subject = (await focused()).replace('Select: ', '');
  await press(' ', 32, ' ');
  expect(await browser.run('document.activeElement.checked')).toBe(true);
  await browser.run('document.querySelector(".toolbar button").focus()');
  expect(await focused()).toBe('Archive');
  await press('Enter', 13, '\r');
  await until(() =>
    browser
      .run<boolean>('document.querySelector(".notice")?.innerText.includes("moved to Archive") ?? false')
      .catch(() => false),
  );
  expect(await browser.run('document.querySelector(".threads").innerText')).not.toContain(subject);
  await until(() => browser.run<boolean>('document.readyState === "complete"'));
  await press('j', 74, 'j');
  expect(await browser.run('document.activeElement.tagName')).toBe('A');
  const next = await browser.run<string>('document.activeElement.querySelector(".subject").textContent');
  await press('Enter', 13, '\r');
  await until(() =>
    browser
      .run<boolean>(`document.querySelector('h1').textContent === ${JSON.stringify(next)}`)
      .catch(() => false),
  );
});

test('what is typed is saved as a draft, and goes away when it is sent', async () => {
  const browser = await mailBrowser();
  await browser.open(`${origin}/compose`);
  const to = mail.world.people[9]?.email ?? '';
  const type = (name: string, text: string) =>
    browser.run(`(() => { const field = document.querySelector('[name=${name}]'); field.value = ${JSON.stringify(text)};
      field.dispatchEvent(new Event('input', { bubbles: true })); })()`);
  await type('to', to);
  await type('subject', 'Typed by hand');
  await until(() => browser.run<boolean>('document.querySelector(".saved").textContent === "Draft saved"'));
  await browser.run('document.querySelector("button[value=send]").click()');
  await until(() =>
    browser.run<boolean>('document.querySelector("h1").textContent === "Typed by hand"').catch(() => false),
  );
  await browser.open(`${origin}/drafts`);
  expect(await browser.run('document.querySelector("main").innerText')).not.toContain('Typed by hand');
});

test('without scripts a question has a page of its own, and mail is deleted and sent', async () => {
  const browser = await mailBrowser();
  const { sessionId } = browser.judged();
  const read = () => browser.run<string>('document.querySelector("main").innerText').catch(() => '');
  await browser.watch.cdp.send('Emulation.setScriptExecutionDisabled', { value: true }, sessionId);
  await browser.watch.cdp.send('Page.navigate', { url: `${origin}/folder/trash` }, sessionId);
  await until(async () => (await read()).includes('Empty trash'));
  await browser.run('document.querySelector("a[data-dialog]").click()');
  await until(async () => (await read()).includes('Empty trash?'));
  await browser.run('document.querySelector("button.danger").click()');
  await until(async () => (await read()).includes('Nothing here.'));
  await browser.watch.cdp.send('Page.navigate', { url: `${origin}/compose` }, sessionId);
  await until(async () => (await read()).includes('Save draft'));
  const to = mail.world.people[9]?.email ?? '';
  await browser.run(`document.querySelector('#to').value = ${JSON.stringify(to)}; document.querySelector('#subject').value = 'By hand';
    document.querySelector('button[value=send]').click()`);
  await until(async () => (await read()).includes('Your message was sent.'));
});
