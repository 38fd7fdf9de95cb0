import { expect, test } from 'vitest';
import { filesBelow } from '../../../harness/platform/files/files-below.ts';
import { hostSources } from '../../../harness/platform/files/host-sources.ts';
import { openPages } from '../../../harness/run/pages/open-pages.ts';
import { folderOf } from '../../../harness/testing/folder-of.ts';
import { guestServer } from '../../../harness/testing/guests/guest-server.ts';
import { type Call, play } from '../../../harness/testing/play.ts';
import { earned, untilLoaded } from '../../../harness/testing/reward-page.ts';
import { isLong, sized } from '../../../harness/testing/sized.ts';
import { type FixtureSites, readFixtureSites } from '../../../harness/web/fixture-sites.ts';

const hosts = new URL('../../web', import.meta.url).pathname;
const host = 'miniwob.test';
const urlOf = (id: string) => `https://${host}/miniwob/${id}.html`;

/**
 * The interface of the real pages: a cover that starts an episode, a goal in `#query`, a display of the reward, and an
 * end that is ignored without an episode. Its generator refuses a seed that is no number.
 */
const core = `
Math.seedrandom = (seed) => {
  if (typeof seed !== 'number') throw new Error('the seed must be a number');
  let state = (seed * 1103515245) % 2147483647;
  Math.random = () => (state = (state * 16807 + 11) % 2147483647) / 2147483647;
};
var core = {
  EPISODE_MAX_TIME: 10000,
  EP_TIMER: null,
  cover_div: null,
  startEpisode() {
    core.cover_div = document.createElement('div');
    core.cover_div.id = 'sync-task-cover';
    core.cover_div.textContent = 'START';
    core.cover_div.onclick = () => core.startEpisodeReal();
    document.body.append(core.cover_div);
  },
  startEpisodeReal() {
    genProblem();
    core.EP_TIMER = setTimeout(() => core.endEpisode(-1), core.EPISODE_MAX_TIME);
    core.cover_div.style.display = 'none';
  },
  endEpisode(raw, isTimed, reason) {
    if (core.EP_TIMER === null) return;
    clearTimeout(core.EP_TIMER);
    core.EP_TIMER = null;
    document.getElementById('reward-last').textContent = String(raw);
    core.cover_div.style.display = 'block';
  },
  getUtterance: () => document.getElementById('query').textContent.replace(/\\s+/g, ' ').trim(),
};`;

/** Buttons of a given order, and a goal that names one of them. */
const page = (script: string) => `<!doctype html>
<script src="../core/core.js"></script>
<style>button { position: absolute; left: 0; width: 90px; height: 30px }</style>
<div id="query"></div><div id="area"></div>
<div id="reward-display"><span id="reward-last">-</span></div><canvas id="click-canvas"></canvas>
<script>
var genProblem = () => {
  const wanted = Math.random() < 0.5 ? 0 : 1;
  document.getElementById('query').innerHTML = 'Press the <b>' + ['Grün', 'Blau'][wanted] + '</b> one.';
  document.getElementById('area').innerHTML = '<button style="top: 60px">Grün</button><button style="top: 100px">Blau</button>';
  document.querySelectorAll('button').forEach((each, at) => each.onclick = () => core.endEpisode(at === wanted ? 1 : -1));
};
${script}
addEventListener('load', () => core.startEpisode());
</script>`;

async function pagesOf(files: Record<string, string>): Promise<FixtureSites> {
  const folder = await folderOf({ 'core/core.js': core, ...files });
  const roots = [{ folder: hosts, hosts: [host] }];
  return readFixtureSites(roots, { pages: { folder, sha256: '0'.repeat(64) } });
}

const web = await pagesOf({ 'miniwob/click-button.html': page('') });
const server = { ...guestServer(), scripts: 'refused' } as const;
const clickAt = (y: number): Call[] =>
  ['mousePressed', 'mouseReleased'].map((type) => [
    'cdp',
    {
      method: 'Input.dispatchMouseEvent',
      params: { type, x: 20, y, button: 'left', clickCount: 1 },
      onTab: true,
    },
  ]);
const buttons = { Grün: 75, Blau: 115 };
const open = (url: string): Call => ['open', { url }];
const ready: Call = ['run', { script: untilLoaded }];

async function played(calls: Call[], seed = 1) {
  const startUrl = urlOf('click-button');
  const task = { verify: 'state', judge: 'end', seed } as const;
  const episode = await play({
    web,
    success: earned({ host }),
    startUrl,
    task,
    server,
    calls: [ready, ...calls],
  });
  const { evidence } = episode.verdict ?? {};
  return { ...episode, broken: evidence?.kind === 'reward' ? evidence.broken : 'unjudged' };
}

/** The button that the goal names under a seed, and the other one. */
async function namedIn(seed: number) {
  const opened = await openPages(web, [urlOf('click-button')], seed);
  const { goal = '', html = '' } = opened.get(urlOf('click-button')) ?? {};
  const [right, wrong] = goal.includes('Grün') ? (['Grün', 'Blau'] as const) : (['Blau', 'Grün'] as const);
  return { goal, html, right: buttons[right], wrong: buttons[wrong] };
}

test('the host stands on files of the suite alone, so that its digest follows from a commit', async () => {
  const { files, absent, imported } = await hostSources(`${hosts}/${host}/_host.ts`);
  expect([absent, imported]).toEqual([[], []]);
  expect(files.filter((file) => !file.includes('/tasks/miniwob/'))).toEqual([]);
  expect((await filesBelow(`${hosts}/${host}`)).length).toBe(1);
});

test('a page says its goal in its own letters, the same for a seed, and shows it nowhere', async () => {
  const seeds = sized([1, 2], [1, 2, 3, 4, 5, 6]);
  const first = await Promise.all(seeds.map(namedIn));
  const again = sized(seeds.slice(0, 1), seeds);
  expect(await Promise.all(again.map(namedIn))).toEqual(first.slice(0, again.length));
  expect(new Set(first.map(({ goal }) => goal))).toEqual(
    new Set(['Press the Grün one.', 'Press the Blau one.']),
  );
  for (const { html } of first) {
    const text = html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]*>/g, ' ');
    expect(text).toContain('Grün');
    expect(text).not.toMatch(/Press|START/);
  }
});

test('the named button earns the reward, and no further episode can be begun', async () => {
  const { right, wrong } = await namedIn(1);
  const won = await played([...clickAt(right), ...clickAt(300), ...clickAt(wrong)]);
  expect([won.result.status, won.broken, won.result.reward]).toEqual(['passed', null, 1]);
  expect(won.facts?.first.rewards?.[host]).toMatchObject({ documents: 1, starts: 1, ends: 1 });
});

type Attempt = [name: string, calls: (right: number) => Call[], status: string, broken: string];
const attempts: Attempt[] = [
  ['nothing', () => [], 'failed', 'not_ended'],
  [
    'a reload',
    (right) => [open(urlOf('click-button')), ready, ...clickAt(right)],
    'failed',
    'other_document',
  ],
  [
    'a parameter of the page',
    (right) => [...clickAt(right), open(`${urlOf('click-button')}?mode=test`)],
    'failed',
    'other_document',
  ],
  [
    'a page that the suite does not have',
    (right) => [...clickAt(right), open(`https://${host}/miniwob/none.html`)],
    'failed',
    'other_document',
  ],
  [
    'the code of the page',
    (right) => [...clickAt(right), open(`https://${host}/core/core.js`)],
    'failed',
    'other_document',
  ],
  [
    'an address that runs a script',
    () => [...clickAt(300), open('javascript:core.endEpisode(1)')],
    'tampered',
    'refused_address',
  ],
  [
    'a click by a script',
    (right) => [...clickAt(300), ['run', { script: `document.elementFromPoint(20, ${right}).click()` }]],
    'failed',
    'acted_by_script',
  ],
  ['an end by a script', () => [['run', { script: 'core.endEpisode(1)' }]], 'tampered', 'acted_by_script'],
  [
    'a report by another script',
    () => [
      ...clickAt(300),
      ['run', { script: 'fetch(\'/-/ends\', { method: \'POST\', body: \'{"raw":1,"event":"click"}\' })' }],
    ],
    'failed',
    'not_ended',
  ],
];

if (isLong) {
  test('the other button earns less, also if the named one follows', async () => {
    const { right, wrong } = await namedIn(1);
    const failed = await played([...clickAt(wrong), ...clickAt(right)]);
    expect([failed.result.status, failed.broken, failed.result.reward]).toEqual(['failed', 'too_low', -1]);
  });

  test.each(attempts)('%s earns nothing', async (_, callsOf, status, broken) => {
    const { right } = await namedIn(1);
    const { result, ...episode } = await played(callsOf(right));
    expect([result.status, episode.broken]).toEqual([status, broken]);
  });

  test('what the host does not serve is no text to read', async () => {
    const { trajectory } = await played([
      open(`https://${host}/core/core.js`),
      ['run', { script: 'document.body.innerText' }],
    ]);
    const said = trajectory.steps.map(({ answer }) => answer?.said ?? '').join(' ');
    expect(said).not.toContain('seedrandom');
  });
}

const faults: [string, string | null, string][] = [
  ['throws', page('throw new Error("broken");'), 'the page was loaded and did not begin'],
  ['throws when it begins', page('genProblem = null;'), 'did not begin'],
  ['has no goal', page('core.getUtterance = () => "";'), 'goal: must be a text; found ""'],
  ['is not in the package', null, 'did not begin'],
];

test.each(sized(faults.slice(1, 2), faults))('a page that %s is named', async (_, content, why) => {
  const broken = await pagesOf(content === null ? {} : { 'miniwob/click-button.html': content });
  const url = urlOf('click-button');
  await expect(openPages(broken, [url], 1)).rejects.toThrow(
    new RegExp(`^${url.replaceAll('.', '\\.')}: .*${why}`),
  );
});
