import { expect, test } from 'vitest';
import {
  answerTower,
  expectForged,
  expectReceived,
  forge,
  open,
  registerWorker,
  run,
} from '../../testing/guests/towers.ts';
import type { Call } from '../../testing/play.ts';
import { provenanceOf } from './provenance.ts';

test.concurrent.each<[string, string, Call[]]>([
  ['takes a parameter out', '/from-search$', [open('/from-search?wprov=srpw1_0')]],
  [
    "came from its site's own service worker",
    '/tower$',
    [
      run('navigator.serviceWorker.register("/app-worker.js").then(() => navigator.serviceWorker.ready)'),
      open('/tower'),
    ],
  ],
])('a page that %s is what it is', expectReceived);

test.concurrent.each<[string, Call[]]>([
  ['visited, left and forged', [open('/tower'), open('/other'), forge('/tower')]],
  ['answered by the guest', [answerTower, open('/tower')]],
  ['answered by a service worker of the guest', [...registerWorker, open('/tower')]],
])('a page that was %s is tampered', expectForged);

const tab = (documentUrl: string, received: string[] = []) => ({
  documentUrl,
  errorPage: false,
  answeredByGuest: false,
  received: new Set(received),
});
const url = 'https://a.test/tower';

test('on the sealed web it is the web that says what it answered, on the real one the browser', () => {
  expect(provenanceOf(tab(url), `${url}#height`, [{ url }])).toBe('received');
  expect(provenanceOf(tab(url, [url]), url, [])).toBe('rewritten');
  expect(provenanceOf(tab(url, [url]), url, null)).toBe('received');
  expect(provenanceOf(tab(url), url, null)).toBe('rewritten');
  expect(provenanceOf({ ...tab(url, [url]), answeredByGuest: true }, url, [{ url }])).toBe('rewritten');
});

test('a document of another address of the site is rewritten, of any other place it is from elsewhere', () => {
  const log = [{ url }, { url: 'https://a.test/other' }];
  expect(provenanceOf(tab('https://a.test/other'), url, log)).toBe('rewritten');
  for (const other of ['https://b.test/tower', 'http://a.test/tower', 'about:blank', 'data:text/html,x'])
    expect(provenanceOf(tab(other), url, log)).toBe('elsewhere');
  expect(provenanceOf({ ...tab(url), errorPage: true }, url, log)).toBe('elsewhere');
  expect(provenanceOf(tab('data:text/html,x'), 'data:text/html,x', log)).toBe('elsewhere');
});
