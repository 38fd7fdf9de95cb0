import { expect, test } from 'vitest';
import { browserOf, until } from '../testing/browser-of.ts';
import { webOf } from '../testing/folder-of.ts';
import { requestFacts } from './tab.ts';

const web = await webOf({ 'a.test/index.html': '<h1>Home</h1>', 'a.test/real.html': 'real' });

test('a status from a guest in place of the web is dropped', async () => {
  const browser = await browserOf(web);
  await browser.open('https://a.test/');
  const { cdp, judgedTab } = browser.watch;
  // A guest with its own session can answer the browser's requests itself.
  const tab = judgedTab();
  const { sessionId } = await cdp.send('Target.attachToTarget', {
    targetId: tab?.targetId ?? '',
    flatten: true,
  });
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*forged*' }] }, sessionId);
  const forged = browser.run('fetch("/forged").then((answer) => answer.status)');
  const answered = (id: string) =>
    cdp.send('Fetch.fulfillRequest', { requestId: id, responseCode: 200 }, sessionId).then(
      () => true,
      () => false,
    );
  // The number of a request counts all earlier requests, intercepted or not.
  const ids = Array.from({ length: 9 }, (_, index) => `interception-job-${index + 1}.0`);
  await until(async () => (await Promise.all(ids.map(answered))).includes(true));
  expect(await forged).toBe(200);
  await browser.run('fetch("/real")');
  const seen = requestFacts(browser.watch.requests, 0, browser.web.hermetic?.gave ?? null);
  const statusOf = (path: string) => seen.find(({ url }) => url === `https://a.test${path}`)?.status;
  expect([statusOf('/forged'), statusOf('/real'), statusOf('/')]).toEqual([null, 200, 200]);
});
