import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { projectAt } from '../../platform/project.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import { clauseTrack } from '../../results/story/clause-track.ts';
import { LinesByEpisode } from '../../results/story/lines-by-episode.ts';
import { storyOf } from '../../results/story/story.ts';
import { until } from '../../testing/browser-of.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { writeEpisodePage } from './episode-page.ts';
import { serveEpisodes } from './serve-episodes.ts';
import type { EpisodeStory } from './story-lines.ts';

const webp = Buffer.from('a picture');
const hostile = '</pre><script>alert(1)</script><img src=https://x.test/>';
const artifacts = { events: 'e', report: 'r', screenshot: 'screenshots/lost/page.png' };
const result = exampleFailure({ taskId: 'lost', artifacts });
const run = exampleRun({ runId: '20260102-x', episodes: [result] });

const evidence = { kind: 'url', pattern: 'b$', outcome: 'failed', observed: hostile };
const lines = [
  { type: 'episode_start', goal: `Open b. ${hostile}` },
  { type: 'tool_call', seq: 1, tool: 'click', args: { ref: hostile } },
  {
    type: 'tool_result',
    seq: 1,
    kind: 'text',
    isError: false,
    bytes: 900,
    durationMs: 5,
    preview: hostile,
  },
  { type: 'page', url: hostile },
  { type: 'picture', seq: 1, sha256: sha256(webp), width: 4, height: 3 },
  { type: 'contract_eval', look: 'step', toolSeq: 1, outcome: 'failed', evidence },
  { type: 'stop', reason: 'done' },
].map((event) => JSON.stringify({ runId: run.runId, taskId: 'lost', trial: 1, atMs: 1, ...event }));

function told(): EpisodeStory {
  const story = storyOf(lines);
  const difference = {
    seq: 1,
    own: { tool: 'click', args: { ref: hostile } },
    passing: { tool: 'open', args: {} },
  };
  const comparison = { pass: 'recording' as const, difference };
  return { run, result, story, track: clauseTrack(story), words: null, comparison };
}

test('an episode is written as one page with its steps, clauses and pictures, which loads nothing and runs nothing', async () => {
  const out = await folderOf({
    '20260102-x.json': '{}',
    [`pictures/${sha256(webp)}.webp`]: webp,
    'screenshots/lost/page.png': Buffer.from('the end'),
  });
  const { lines } = await writeEpisodePage(told(), { to: null, open: false, out, media: null });
  const file = path.join(out, 'shown', '20260102-x.lost.1.html');
  expect(lines).toEqual([`page: ${file}`]);
  const page = readFileSync(file, 'utf8');
  expect(page).toContain(`src="data:image/webp;base64,${webp.toString('base64')}"`);
  expect(page).toContain(`src="data:image/png;base64,${Buffer.from('the end').toString('base64')}"`);
  for (const part of ['id="step-1"', 'First differs', 'no element matches h1', 'Each clause after each step'])
    expect(page).toContain(part);
  expect(page).not.toMatch(/<script|<link|<iframe|\bsrc="(?!data:)|<img src=https|@import|url\(/);
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"`);
});

test('a picture with another digest than its name is left out', async () => {
  const out = await folderOf({ [`pictures/${sha256(webp)}.webp`]: 'another' });
  const { data } = await writeEpisodePage(told(), {
    to: path.join(out, 'a', 'b.html'),
    open: false,
    out,
    media: null,
  });
  const page = readFileSync(data.file, 'utf8');
  expect(page).not.toContain('data:image');
  expect(page).toContain('No picture is kept.');
});

test('--open opens the page with the program of the machine, and reports if there is none', async () => {
  const out = await folderOf();
  const to = path.join(out, 'page.html');
  const bin = path.join(out, 'bin');
  vi.stubEnv('PATH', bin);
  const where = { to, open: true, out, media: null };
  expect((await writeEpisodePage(told(), where)).lines[1]).toMatch(/^this machine has no xdg-open/);
  mkdirSync(bin);
  writeFileSync(path.join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" > ${out}/opened\n`);
  chmodSync(path.join(bin, 'xdg-open'), 0o755);
  expect((await writeEpisodePage(told(), where)).lines).toEqual([`page: ${to}`]);
  const opened = () => {
    try {
      return readFileSync(path.join(out, 'opened'), 'utf8').trim();
    } catch {
      return null;
    }
  };
  await until(() => opened() === to);
});

test('an unwritable file is an error with its name', async () => {
  const out = await folderOf({ taken: '' });
  const where = { to: path.join(out, 'taken', 'page.html'), open: false, out, media: null };
  await expect(writeEpisodePage(told(), where)).rejects.toThrow(
    /^show: --html .*taken\/page\.html: cannot be written/,
  );
});

test('the player is served only to this machine: runs, episodes, pictures, and missing pages', async () => {
  const passed = exampleResult({ taskId: 'kept nothing' });
  const own = exampleRun({ runId: run.runId, episodes: [passed, result] });
  const out = await folderOf({ [`pictures/${sha256(webp)}.webp`]: webp });
  const { origin, close } = await serveEpisodes({
    project: projectAt(await folderOf()),
    runs: [{ run: own, lines: () => new LinesByEpisode(lines.join('\n')) }],
    out,
    media: null,
    port: 0,
  });
  onTestFinished(close);
  expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const get = async (where: string) => {
    const answer = await fetch(origin + where);
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  const list = await get(`/${run.runId}/`);
  expect(list.text).toContain(`href="/${run.runId}/lost/1/"`);
  expect(list.text).toContain('1 episode without kept events');
  expect((await get('/')).text).toContain(`href="/${run.runId}/"`);
  const page = await get(`/${run.runId}/lost/1/?step=1`);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
  for (const part of ['class="player"', `src="/media/${sha256(webp)}.webp"`, '--task lost', '/player.js'])
    expect(page.text).toContain(part);
  expect(page.text).not.toContain('<img src=https');
  const picture = await fetch(`${origin}/media/${sha256(webp)}.webp`);
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(webp);
  const script = await get('/player.js');
  expect(() => new Function(script.text)).not.toThrow();
  for (const [where, what] of [
    ['/gone/', 'No run gone is kept here.'],
    [`/${run.runId}/gone/1/`, 'did not play &quot;gone&quot;; it played: kept nothing, lost'],
    [`/media/${'0'.repeat(64)}.webp`, 'No picture is kept.'],
    [`/${run.runId}/lost/1/end.png`, 'No picture is kept.'],
  ] as const) {
    const { status, text } = await get(where);
    expect([where, status, text.includes(what)]).toEqual([where, 404, true]);
  }
  expect((await get(`/${run.runId}/%zz/`)).status).toBe(500);
});

test('the player answers only to names of this machine', async () => {
  const project = projectAt(await folderOf());
  const { origin, close } = await serveEpisodes({ project, runs: [], out: '', media: null, port: 0 });
  onTestFinished(close);
  const [answer] = await once(request(origin, { headers: { host: 'elsewhere.test' } }).end(), 'response');
  answer.resume();
  expect(answer.statusCode).toBe(421);
});
