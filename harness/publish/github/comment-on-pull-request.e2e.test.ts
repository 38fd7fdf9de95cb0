import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { runStep, workflowStep } from '../../testing/workflow-step.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { commentOnPullRequest, GithubApi, WorkflowRunEvent } from './comment-on-pull-request.ts';

const sha = 'a'.repeat(40);
const runUrl = 'https://github.test/us/bench/actions/runs/9';
const marker = '<!-- contract-bench gate -->';
const ours = { id: 7, body: `${marker}\nold`, user: { login: 'github-actions[bot]' } };
const ofAnother = { id: 6, body: `${marker}\nmine`, user: { login: 'mallory' } };

type Artifact = { name: string; content: Buffer; size?: number };
type State = {
  artifacts: Artifact[];
  comments: (typeof ours)[];
  pulls: { number: number; head: { sha: string } }[];
};
let state: State;
let sent: { method: string; path: string; body: string; token: string }[] = [];

beforeEach(() => {
  sent = [];
  state = {
    artifacts: [{ name: 'gate-playwright', content: zipOf({ 'report.json': JSON.stringify(report()) }) }],
    comments: [],
    pulls: [
      { number: 3, head: { sha } },
      { number: 4, head: { sha: 'b'.repeat(40) } },
    ],
  };
});

/** Where GitHub keeps artefacts is another host than its API. */
const storage = await listen((message) => {
  const name = message.url?.slice(1);
  return state.artifacts.find((each) => each.name === name)?.content ?? null;
});
const api = await listen((message, body) => {
  const url = new URL(message.url ?? '/', 'http://api');
  const at = url.pathname.replace('/repos/us/bench/', '');
  if (message.method !== 'GET') return {};
  if (at === 'pulls') return url.searchParams.get('head') === 'mallory:a&b' ? state.pulls : [];
  if (at === 'actions/runs/9/artifacts')
    return {
      artifacts: state.artifacts.map(({ name, content, size }, id) => ({
        id,
        name,
        size_in_bytes: size ?? content.length,
        expired: false,
      })),
    };
  const artifact = state.artifacts[Number(/^actions\/artifacts\/(\d+)\/zip$/.exec(at)?.[1])];
  if (artifact) return new URL(`${storage}/${artifact.name}`);
  const first = (Number(url.searchParams.get('page')) - 1) * 100;
  if (at === 'issues/3/comments') return state.comments.slice(first, first + 100);
  throw new Error(`unexpected: ${at} ${body}`);
});

test('the gate of a fork gets one comment on the pull request of its commit, which is updated', async () => {
  expect(await step()).toBe('pull request 3: commented');
  expect(written()).toMatchObject([{ method: 'POST', path: '/repos/us/bench/issues/3/comments' }]);
  expect(written()[0]?.text).toBe(
    [
      marker,
      '### contract-bench gate',
      '',
      `Recorded calls replayed at ${sha}, as [the pull request's own run](${runUrl}) reported it.`,
      '',
      '<code>playwright 0&#46;0&#46;83</code>, adapter <code>mock</code>: **1 of 2 passed**',
      '',
      '| task | status | clause | wanted | observed | said |',
      '|---|---|---|---|---|---|',
      '| <code>form</code> | failed | <code>dom&#95;text h1</code> | <code>&#124; &#64;all</code> | <code>&#60;img src&#61;x&#62; &#91;a&#93;&#40;javascript&#58;1&#41;</code> |  |',
      '',
    ].join('\n'),
  );

  sent = [];
  state.comments = [...Array.from({ length: 100 }, (_, id) => ({ ...ofAnother, id: 100 + id })), ours];
  expect(await comment()).toBe('pull request 3: updated the comment');
  expect(written()).toMatchObject([{ method: 'PATCH', path: '/repos/us/bench/issues/comments/7' }]);
});

test('the token goes to the API and to no other host', async () => {
  await comment();
  const withToken = sent.filter(({ token }) => token !== '');
  expect(withToken.length).toBe(sent.length - 1);
  expect(sent.find(({ token }) => token === '')?.path).toBe('/gate-playwright');
});

test('invalid reports, too large, too many or misnamed ones are rejected, without a comment', async () => {
  const hostile: Artifact[][] = [
    [{ name: 'gate-playwright', content: zipOf({ 'report.json': '{"schema":"contract-bench.report.v1"}' }) }],
    [{ name: 'gate-playwright', content: zipOf({ 'report.json': 'x'.repeat(3_000_000) }) }],
    [{ name: 'gate-playwright', content: Buffer.alloc(600_000), size: 100 }],
    [{ name: 'gate-playwright', content: Buffer.alloc(10), size: 600_000 }],
    [{ name: 'gate-playwright', content: zipOf({ '../../cli/main.ts': 'x' }) }],
    Array.from({ length: 5 }, (_, n) => ({ name: `gate-${n}`, content: Buffer.alloc(1) })),
  ];
  for (const artifacts of hostile) {
    state.artifacts = artifacts;
    await expect(comment()).rejects.toThrow();
  }
  expect(written()).toEqual([]);
});

test('there is no comment for a push, for a commit that is not a head any more, and for a run without a report', async () => {
  expect(await comment({ event: 'push' })).toBe('no comment: the run was triggered by push');
  state.artifacts = [{ name: 'coverage', content: Buffer.alloc(9) }];
  expect(await comment()).toBe('no comment: run 9 has no report');
  state.pulls = state.pulls.slice(1);
  expect(await comment()).toBe(`no comment: no open pull request is at ${sha}`);
  expect(written()).toEqual([]);
});

test('a comment never exceeds GitHub’s limit', async () => {
  const episode = report().episodes[1];
  const long = { name: '@'.repeat(9_000), wanted: '|'.repeat(9_000), observed: '<'.repeat(9_000) };
  const episodes = Array.from({ length: 100 }, () => ({ ...episode, failedPostcondition: long }));
  const content = zipOf({ 'report.json': JSON.stringify({ ...report(), episodes: episodes.slice(0, 60) }) });
  state.artifacts = ['a', 'b', 'c', 'd'].map((name) => ({ name: `gate-${name}`, content }));
  expect(await comment()).toBe('pull request 3: commented');
  const text = written()[0]?.text ?? '';
  expect(text.length).toBeLessThan(65_536);
  expect(text).toMatch(/and \d+ more/);
});

/** What the step says, without its process. */
async function comment({ event = 'pull_request' } = {}): Promise<string> {
  let said = '';
  const github = new GithubApi({ url: api, repository: 'us/bench', token: 'a-token' });
  const log = (line: string) => {
    said += line;
  };
  const { workflow_run } = WorkflowRunEvent.parse(eventOf(event));
  await commentOnPullRequest(workflow_run, github, { runUrl, log });
  return said;
}

function eventOf(event: string) {
  return {
    action: 'completed',
    workflow_run: {
      id: 9,
      event,
      head_sha: sha,
      head_branch: 'a&b',
      head_repository: { owner: { login: 'mallory' } },
      pull_requests: [],
    },
  };
}

/** The step of comment.yml as it is run, with GitHub's variables. */
async function step(): Promise<string> {
  const folder = await folderOf({ 'event.json': JSON.stringify(eventOf('pull_request')) });
  const asked = await workflowStep('comment.yml', 'comment', 'say what the gate found');
  const { exitCode, log } = await runStep(asked, thisProject.root, {
    GITHUB_API_URL: api,
    GITHUB_SERVER_URL: 'https://github.test',
    GITHUB_REPOSITORY: 'us/bench',
    GITHUB_EVENT_PATH: path.join(folder, 'event.json'),
    GITHUB_TOKEN: 'a-token',
  });
  expect(exitCode, log).toBe(0);
  return log;
}

function written() {
  return sent
    .filter(({ method }) => method !== 'GET')
    .map(({ body, ...rest }) => ({ ...rest, text: JSON.parse(body).body as string }));
}

function report() {
  const passed = { suite: 'fixtures', taskId: 'tab', trial: 1, status: 'passed', success: true };
  return {
    schema: 'contract-bench.report.v1',
    adapter: 'mock',
    server: { id: 'playwright', version: '0.0.83' },
    episodes: [
      passed,
      {
        ...passed,
        taskId: 'form',
        status: 'failed',
        failedPostcondition: {
          name: 'dom_text h1',
          wanted: '| @all',
          observed: '<img src=x>\n[a](javascript:1)',
        },
      },
    ],
    // Not what the episodes say: it is counted anew.
    totals: { episodes: 2, passed: 2 },
  };
}

/** Bytes are sent as they are, a URL is a redirect, anything else is JSON, null is 404. */
async function listen(answer: (message: IncomingMessage, body: string) => unknown): Promise<string> {
  const server: Server = createServer(async (message, response) => {
    let body = '';
    for await (const chunk of message) body += chunk;
    const { method = '', url = '', headers } = message;
    sent.push({ method, path: url, body, token: headers.authorization ?? '' });
    const found = answer(message, body);
    if (found === null) response.writeHead(404).end();
    else if (found instanceof URL) response.writeHead(302, { location: found.href }).end();
    else response.end(Buffer.isBuffer(found) ? found : JSON.stringify(found));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
