import { beforeAll, expect, test } from 'vitest';
import { browserUseAnswer, browserUseTurns } from '../../experiments/overhead/browser-use-turns.ts';
import { installedAgent } from '../../testing/installed-agent.ts';
import { startVendor, type Vendor } from '../../testing/model-apis/start-vendor.ts';
import { playAgent } from '../../testing/play-agent.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import type { Agent } from '../clis/agent.ts';
import { browserUse, browserUseVision } from '../clis/browser-use.ts';

/** The acts of each task. Each action of browser-use is one act: a text replaces the text of its field. */
const acts: Readonly<Record<string, number>> = {
  'task-04-rfc-9110-section-9-title': 4,
  'local-form-submit': 5,
  'mail-find-code-s6': 3,
};

let project: ScratchProject;
let python = '';
let plays = 0;
beforeAll(async () => {
  project = await scratchProject({ git: false });
  python = await installedAgent(browserUse);
});

async function play(agent: Agent, task: string, { more = [] }: { more?: readonly string[] } = {}) {
  const asked: { vendor?: Vendor } = {};
  const todo = browserUseTurns[task] ?? { turns: [] };
  await using vendor = await startVendor('openai-chat', ({ number }) => ({
    text: browserUseAnswer(todo, number - 1, asked.vendor?.requests.at(-1)?.body),
  }));
  asked.vendor = vendor;
  plays += 1;
  // Python starts slowly on a busy machine, and the start is on the clock.
  const limits = ['--max-duration', '300'];
  const flags = ['--task', task, '--model', 'gpt-6.2-sol', ...limits, ...more];
  const played = await playAgent(project, agent, vendor, { out: `play-${plays}`, flags });
  const bodies = vendor.requests.map(({ body }) => JSON.stringify(body));
  return { ...played, bodies };
}

test.each(Object.keys(browserUseTurns))(
  'browser-use plays %s over DevTools, on a strict API',
  async (task) => {
    if (python === '') return;
    const { config, episodes, stdout, exitCode, bodies } = await play(browserUse, task);
    const { turns, answer = null } = browserUseTurns[task] ?? { turns: [] };
    expect(episodes.map(({ status, error }) => [status, error])).toEqual([['passed', undefined]]);
    const [episode] = episodes;
    const own = turns.length + 1;
    expect(episode).toMatchObject({
      steps: acts[task],
      ownSteps: own,
      requests: own,
      selfReport: true,
      answer,
    });
    // It does not tell tokens that a cache stores from other tokens.
    expect(sumOf(episode?.claimedTokens)).toBe(sumOf(episode?.tokens));
    expect(config.agent).toMatchObject({
      ...{ id: 'browser-use', version: '0.13.14', package: 'browser-use', door: 'cdp', confined: true },
      ...{ vision: false, runtime: expect.stringMatching(/^Python 3\.1[123]\./) },
    });
    expect(stdout).toMatch(/own {6}\d+ steps in 1 episode by the agent's own count, \d+ counted, /);
    expect(stdout).toMatch(
      /agent {4}browser-use 0\.13\.14 on Python 3\S+, without screenshots, interface cdp, sandboxed/,
    );
    expect(bodies.filter((body) => body.includes('image_url'))).toEqual([]);
    expect(exitCode).toBe(0);
  },
);

test.each([
  ['mail-find-code-s6', 3, 'passed'],
  ['local-form-submit', 2, 'max_steps'],
])('in %s it meets a limit of %d acts between its own steps', async (task, limit, status) => {
  if (python === '') return;
  const { episodes } = await play(browserUse, task, { more: ['--max-steps', String(limit)] });
  // Its turn of five actions has only as many as acts are left, and its last turn reports.
  const own = (browserUseTurns[task]?.turns.length ?? 0) + 1;
  expect(episodes).toMatchObject([{ status, steps: limit, ownSteps: own, requests: own, selfReport: true }]);
});

test.each([
  ['webvoyager', 'task-09-wikipedia-speed-of-light'],
  ['town-sample', 'mail-filter-s6'],
  ['miniwob-sample', 'miniwob-click-button-s2'],
])('in the suite %s it attaches, and its report ends the task', async (suite, task) => {
  if (python === '') return;
  if (suite === 'miniwob-sample') {
    const { exitCode, stderr } = await project.harness(['suites', 'install', 'miniwob']);
    expect(exitCode, stderr).toBe(0);
  }
  const { config, episodes } = await play(browserUse, task, { more: ['--suite', suite] });
  // Its model reports without an action. The clock of a page does not make its reading scripts an act.
  expect(episodes).toMatchObject([
    { taskId: task, status: 'failed', steps: 0, ownSteps: 1, requests: 1, connected: true, selfReport: true },
  ]);
  expect(episodes[0]?.agentEnd).toBeUndefined();
  expect(config.agent).toMatchObject({ id: 'browser-use', confined: true });
});

test('with vision its model gets screenshots, and the row says so', async () => {
  if (python === '') return;
  const { config, episodes, bodies } = await play(browserUseVision, 'mail-find-code-s6');
  expect(episodes).toMatchObject([{ status: 'passed', steps: 3 }]);
  expect(config.agent).toMatchObject({ id: 'browser-use-vision', vision: true });
  expect(bodies.every((body) => body.includes('data:image/png;base64,'))).toBe(true);
});

test('a request that would exceed the budget is not sent, and ends it', async () => {
  if (python === '') return;
  const { episodes } = await play(browserUse, 'task-04-rfc-9110-section-9-title', {
    more: ['--max-usd', '0.04'],
  });
  // The expected cost of its first request alone is higher.
  expect(episodes).toMatchObject([{ status: 'budget_exceeded', success: false, requests: 0 }]);
  expect(episodes[0]?.usd ?? 0).toBe(0);
});

function sumOf(tokens: Readonly<Record<string, number>> | null | undefined): number {
  return Object.values(tokens ?? {}).reduce((sum, each) => sum + each, 0);
}
