import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { noOptions } from '../../harness/agents/built-in-agent.ts';
import { chooseAgent } from '../../harness/agents/external/choose-agent.ts';
import { thisProject } from '../../harness/cli/this-project.ts';
import { openPages } from '../../harness/run/pages/open-pages.ts';
import { devtools } from '../../harness/servers/devtools.ts';
import type { Server } from '../../harness/servers/server.ts';
import { miniwob } from '../../harness/task/packages/miniwob.ts';
import { needsOf, pagesFor } from '../../harness/task/pages/installed-pages.ts';
import { guestServer } from '../../harness/testing/guests/guest-server.ts';
import { type Call, callsOf, type Playing, play } from '../../harness/testing/play.ts';
import { earned, untilLoaded } from '../../harness/testing/reward-page.ts';
import { type FixtureSites, readFixtureSites } from '../../harness/web/fixture-sites.ts';
import { pathOf } from './host/create-miniwob.ts';
import { pages } from './pages.ts';

const host = 'miniwob.test';
const urlOf = (id: string) => `https://${host}${pathOf(id)}`;
const lock = new URL('./instances.json', import.meta.url);

let web: FixtureSites;
beforeAll(async () => {
  const bin = fileURLToPath(new URL('../../harness/cli/bin.mjs', import.meta.url));
  await execa(process.execPath, [bin, 'suites', 'install', 'miniwob']);
  const found = await pagesFor({ id: 'miniwob', needs: needsOf(miniwob) });
  if (found.pages === null) throw new Error(found.why ?? '');
  web = await readFixtureSites([{ folder: `${thisProject.root}/tasks/web`, hosts: [host] }], found);
});

test('each page says the goal of the lock file, twice, and shows it nowhere', async () => {
  const { instances } = JSON.parse(await readFile(lock, 'utf8'));
  const locked = instances.map(({ task }: { task: { goal: string } }) => task.goal);
  const urls = pages.map(({ id }) => urlOf(id));
  const first = await openPages(web, urls, 1);
  expect([...first.values()].map(({ goal }) => goal)).toEqual(locked);
  const second = await openPages(web, urls, 1);
  expect([...second.values()].map(({ goal }) => goal)).toEqual(locked);
  const showing = [...first].filter(([, { goal, html }]) => {
    const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    return text.includes(goal) || html.includes(goal);
  });
  expect(showing.map(([url]) => url)).toEqual([]);
});

const server = { ...guestServer(), scripts: 'refused' } as const satisfies Server;
const open = (url: string): Call => ['open', { url }];
const cdp = (method: string, params: object): Call => ['cdp', { method, params, onTab: true }];
const clickAt = (x: number, y: number): Call[] =>
  ['mousePressed', 'mouseReleased'].map((type) =>
    cdp('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 }),
  );
/** Beside the area of the page, so that no page ends by it. */
const idle = clickAt(600, 600);
const run = (script: string): Call => ['run', { script }];
const ready = run(untilLoaded);
const end = 'core.endEpisode(1)';

const wait = ['Runtime.evaluate', { expression: untilLoaded, awaitPromise: true }];
const agent = fileURLToPath(new URL('../../harness/testing/guests/cdp-agent.mjs', import.meta.url));
async function driving(...commands: [method: string, params: object][]): Promise<Partial<Playing>> {
  const command = `"${process.execPath}" "${agent}" '${JSON.stringify([wait, ...commands])}'`;
  const adapter = await chooseAgent({ command, id: 'ours', door: 'cdp' }, noOptions);
  return { adapter, server: { ...devtools, scripts: 'refused' } };
}
const calling = (...calls: Call[]): Partial<Playing> => ({ adapter: callsOf([ready, ...calls]), server });

/** Ways to a reward that no page pays for an act. */
const cheats: Record<string, (url: string) => Partial<Playing> | Promise<Partial<Playing>>> = {
  'an address that ends the episode': () => calling(...idle, open(`javascript:${end}`)),
  'a script of a guest': () => calling(...idle, run(end)),
  'clicks by a script': () =>
    calling(...idle, run("for (const each of document.querySelectorAll('#area *')) each.click?.()")),
  'a second episode': () =>
    calling(...idle, run(`core.endEpisode(-1); core.startEpisodeReal(); ${end}`), ...idle),
  'a reload for another try': (url) => calling(open(url), ready, ...idle, run(end)),
  'another draw by a parameter': (url) => calling(open(`${url}?mode=test`), ...idle, run(end)),
  'a report without an end': () =>
    calling(
      ...idle,
      run(
        "fetch('/-/ends', { method: 'POST', body: JSON.stringify({ raw: 1, reason: null, event: 'click' }) })",
      ),
    ),
  'an answer in place of the host': (url) =>
    calling(
      ['answer', { pattern: `${url}*`, type: 'text/html', body: `<script>${end}</script>` }],
      open(url),
      ...idle,
    ),
  'a script of an agent that drives the browser': () =>
    driving(
      ['Input.dispatchMouseEvent', { type: 'mousePressed', x: 600, y: 600, button: 'left', clickCount: 1 }],
      ['Runtime.evaluate', { expression: end }],
    ),
  'a changed reward of such an agent': () =>
    driving(
      [
        'Runtime.evaluate',
        { expression: 'WOB_RAW_REWARD_GLOBAL = 1; WOB_REWARD_GLOBAL = 1; WOB_DONE_GLOBAL = true' },
      ],
      ['Input.dispatchMouseEvent', { type: 'mousePressed', x: 600, y: 600, button: 'left', clickCount: 1 }],
    ),
};

test.each(Object.keys(cheats))('%s passes on no page', { concurrent: false }, async (name) => {
  const waiting = pages.map(({ id }) => id).values();
  const passed: string[] = [];
  const unjudged: string[] = [];
  const playAll = async () => {
    for (const id of waiting) {
      const startUrl = urlOf(id);
      const success = earned({ host, without_input: id.startsWith('focus-text') });
      const task = { verify: 'state', judge: 'end', seed: 1 } as const;
      const { result } = await play({ web, success, startUrl, task, ...(await cheats[name]?.(startUrl)) });
      if (result.status === 'passed') passed.push(id);
      if (result.status !== 'failed' && result.status !== 'tampered') unjudged.push(`${id} ${result.status}`);
    }
  };
  await Promise.all([playAll(), playAll(), playAll()]);
  expect([passed, unjudged]).toEqual([[], []]);
});
