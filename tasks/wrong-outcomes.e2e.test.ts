import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSuites, suitesIn } from '../harness/task/read-suites.ts';
import { noPatternCheck } from '../harness/task/read-tasks.ts';
import { type Call, play } from '../harness/testing/play.ts';
import { isLong, sized } from '../harness/testing/sized.ts';
import { readFixtureSites } from '../harness/web/fixture-sites.ts';

const here = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url));
const all = await readSuites(here(''), noPatternCheck);
const hosts = suitesIn(all).get('fixtures')?.hosts ?? [];
const web = await readFixtureSites([{ folder: here('web'), hosts }]);

async function endOf(taskId: string, calls: readonly Call[]) {
  const task = all.tasks.map((file) => file.task).find(({ id }) => id === taskId);
  if (!task) throw new Error(`no task ${taskId}`);
  const { result } = await play({ web, success: task.success, task, calls });
  return { status: result.status, failed: result.failedPostcondition?.name };
}

/** Writes the text that the contract reads, sets the address, and sends a request that the real outcome would cause. */
const forging = (requests: string, html: string, address: string): Call[] => [
  [
    'run',
    {
      script: `(async () => { ${requests}; document.body.innerHTML = ${JSON.stringify(html)}; history.pushState(null, '', '${address}') })()`,
    },
  ],
];
const post = (path: string, body = '') =>
  `await fetch('${path}', { method: 'POST', body: ${JSON.stringify(body)} })`;

const order = (name: string, place: string, seats: number, way: string): Call => [
  'run',
  {
    script: `new Promise((done) => {
      document.body.innerHTML = '<iframe name=kept></iframe>' + document.body.innerHTML;
      document.forms[0].name.value = '${name}';
      document.forms[0].place.value = '${place}';
      document.forms[0].seats.value = '${seats}';
      document.querySelector('[value=${way}]').checked = true;
      document.forms[0].target = 'kept';
      document.querySelector('iframe').onload = done;
      document.forms[0].requestSubmit();
    })`,
  },
];
const show = (path: string): Call => ['open', { url: `https://tickets.fixture.test${path}` }];

const few = [['fixture-spa-route', post('/api/open/3'), '<p id=note>valve 14', '/notes/3']] as const;

test.each(
  sized(few, [
    ...few,
    [
      'fixture-cookie-isolation-1-set',
      `document.cookie = 'badge=x; path=/; secure'; ${post('/api/look?storage=present')}`,
      '<p id=badge>V-208',
      '/desk',
    ],
    [
      'fixture-cookie-isolation-1-set',
      `await fetch('/desk'); ${post('/api/badge')}; ${post('/api/look?storage=present')}`,
      '<p id=badge>V-208',
      '/desk',
    ],
    [
      'fixture-cookie-isolation-2-check',
      `await fetch('/desk'); ${post('/api/look?storage=absent')}; ${post('/api/badge')}`,
      '<p id=badge>No badge on file',
      '/desk',
    ],
    ['fixture-dialog', post('/api/filed', '{"memo":17}'), '<p id=state>box 13', '/memos/17'],
    ['fixture-network-500', post('/api/recount'), '<p id=status>scanner 7', '/stock'],
    [
      'local-form-submit',
      `await fetch('/order', { method: 'POST', body: new URLSearchParams({ name: 'Anna Lee', place: 'balcony', seats: '2', way: 'door' }) })`,
      '<p id=confirmation>HC-AL-2BD',
      '/orders/HC-AL-2BD',
    ],
  ] as const),
)('one script call from the start page does not end %s', async (taskId, requests, html, address) => {
  expect((await endOf(taskId, forging(requests, html, address))).status).toBe('failed');
});

const wrong: [string, Call[]][] = [
  ['another name with the same initials', [order('Al Lee', 'balcony', 2, 'door')]],
  [
    'an order beside the right one',
    [order('Ada Lovelace', 'stalls', 6, 'post'), show('/'), order('Ada Lovelace', 'balcony', 2, 'door')],
  ],
];

test.each(sized([], wrong))('%s is not the order that was asked for', async (_, orders) => {
  const { status, failed } = await endOf('local-form-submit', [...orders, show('/orders/HC-AL-2BD')]);
  expect([status, failed]).toEqual(['failed', expect.stringMatching(/dom_(text|count)/)]);
});

if (isLong) {
  test('the right order alone is', async () => {
    const calls = [order('ada  lovelace', 'balcony', 2, 'door'), show('/orders/HC-AL-2BD')];
    expect((await endOf('local-form-submit', calls)).status).toBe('passed');
  });
}

if (isLong) {
  test('a badge that was taken after all fails the task that says not to', async () => {
    const calls: Call[] = [
      ['open', { url: 'https://badge.fixture.test/desk' }],
      ['run', { script: `fetch('/api/badge', { method: 'POST' }).then(({ status }) => status)` }],
    ];
    expect(await endOf('fixture-cookie-isolation-2-check', calls)).toEqual({
      status: 'failed',
      failed: expect.stringContaining('not'),
    });
  });
}

if (isLong) {
  test('the page of another order, written over with the right one, is told from it', async () => {
    const requests = `await fetch('/order', { method: 'POST', body: new URLSearchParams({ name: 'Anna Lee', place: 'balcony', seats: '2', way: 'door' }) })`;
    const html = '<p id=confirmation>HC-AL-2BD<table id=orders><tbody><tr><td>ADA LOVELACE';
    const { status } = await endOf('local-form-submit', forging(requests, html, '/orders/HC-AL-2BD'));
    expect(status).toBe('tampered');
  });
}
