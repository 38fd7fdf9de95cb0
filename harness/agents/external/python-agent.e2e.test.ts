import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import type { AgentEndKind } from '../../results/records/agent-ends.ts';
import type { Status } from '../../results/records/statuses.ts';
import { devtools } from '../../servers/devtools.ts';
import { webOf } from '../../testing/folder-of.ts';
import { startVendor } from '../../testing/model-apis/start-vendor.ts';
import { answered, price, reached } from '../../testing/models/model-play.ts';
import { type Playing, play } from '../../testing/play.ts';
import { isLong } from '../../testing/sized.ts';
import { type BuiltInAgentOptions, noModelOptions, noOptions } from '../built-in-agent.ts';
import { chooseAgent } from './choose-agent.ts';

const script = fileURLToPath(new URL('../../testing/guests/python-agent.py', import.meta.url));
const example = path.join(thisProject.root, 'docs/examples/agents/cdp_agent.py');

const web = await webOf({
  'a.test/index.html': '<h1>Start</h1><a href="/goal">To the goal</a> <a href="/other">Elsewhere</a>',
  'a.test/goal.html': '<h1>Goal</h1><p id="answer">42 metres</p>',
  'a.test/other.html': '<h1>Elsewhere</h1><a href="#" onmousedown="location = \'/goal\'">By a press</a>',
  'a.test/field.html':
    '<a href="#top">Stay</a><input oninput="if (value === \'goal\') location = \'/goal\'"><script>document.querySelector("input").focus()</script>',
});

const agentThat = (end: string, link: string, options: Partial<BuiltInAgentOptions> = {}) =>
  chooseAgent(
    { command: `exec python3 '${script}' '${example}' ${end} ${link}`, id: 'ours', door: 'cdp' },
    { ...noOptions, ...options },
  );

/** Plays the scripted agent. `stayed`: whether its folders are still there. */
async function playAgent(
  end: string,
  link: string,
  { maxDurationMs = 60_000, ...playing }: Partial<Playing> = {},
) {
  const adapter = playing.adapter ?? (await agentThat(end, link));
  const task = { judge: 'end' } as const;
  const played = await play({
    ...{ web, success: reached, task, server: devtools, maxDurationMs },
    ...playing,
    adapter,
  });
  const home = /^its folders: (.+)$/m.exec(played.agentOutput ?? '')?.[1];
  return { ...played, stayed: home === undefined || existsSync(path.dirname(home)) };
}

test('an agent in Python without a library attaches, acts and reports its own steps; its folders are removed', async () => {
  const { result, trajectory, left, stayed } = await playAgent('ends', "'To the goal'");
  expect(result).toMatchObject({ status: 'passed', steps: 1, ownSteps: 1, selfReport: true });
  expect(trajectory.steps.map(({ call }) => call.tool)).toEqual(['click']);
  expect([left, stayed]).toEqual([[], false]);
});

const field = { ...answered, startUrl: 'https://a.test/field' } as const;

test('the last act is executed whole, and a report after it counts', async () => {
  const { result, trajectory } = await playAgent('types', '', { ...field, maxSteps: 1 });
  expect(result).toMatchObject({ status: 'passed', steps: 1, selfReport: true, answer: '42 metres' });
  expect(trajectory.steps.map(({ call }) => call.tool)).toEqual(['type']);
});

if (isLong) {
  test('an agent reads how many acts are left, and stops between its own steps', async () => {
    const { result, agentOutput } = await playAgent('plans', '', { ...field, maxSteps: 5 });
    expect(result).toMatchObject({ status: 'max_steps', steps: 5, selfReport: true });
    expect(agentOutput).toContain('counts: {"acts": 3, "maxActs": 5, "looks": ');
    expect(agentOutput).toContain('counts: {"acts": 5, "maxActs": 5, "looks": ');
  });

  test('an act after the last one is not executed, nor is the press of its click', async () => {
    const { result, facts } = await playAgent('presses-on', 'Elsewhere', { maxSteps: 1 });
    expect(result).toMatchObject({ status: 'max_steps', steps: 1, success: false });
    expect(facts?.first.url).toBe('https://a.test/other');
  });

  test('a script that acts after the last act cannot pass', async () => {
    const { result, trajectory } = await playAgent('scripts-on', 'Elsewhere', { maxSteps: 1 });
    expect(trajectory.stop.stop).toBe('over_steps');
    expect(result).toMatchObject({
      ...{ status: 'max_steps', steps: 2, success: false, verdict: { outcome: 'passed' } },
      error: 'got 2 acts; expected at most 1',
    });
  });
}

/** `attaches`: whether it attaches and acts before its end. */
type End = {
  status: Status;
  kind: AgentEndKind;
  says: RegExp;
  attaches?: boolean;
  maxDurationMs?: number;
};

/** The status of each bad end, and what the row says of the process. */
const ends: Readonly<Record<string, End>> = {
  crashes: {
    ...{ status: 'failed', kind: 'crashed' },
    says: /^ended with 1: ValueError: the list of elements is empty$/,
  },
  'is-killed': {
    ...{ status: 'failed', kind: 'killed' },
    says: /^ended with 137 \(SIGKILL\): all links are clicked/,
  },
  hangs: {
    ...{ status: 'timeout', kind: 'running', maxDurationMs: 20_000 },
    says: /^still running when the time was up: it had last acted or looked \d+ s before$/,
  },
  floods: {
    ...{ status: 'failed', kind: 'over_limit' },
    says: /^ended by the harness: it took more than 64 MiB of output$/,
  },
  'takes-all-memory': { status: 'failed', kind: 'over_limit', says: /./, maxDurationMs: 180_000 },
  'crashes-at-once': {
    ...{ status: 'adapter_error', kind: 'crashed', attaches: false },
    says: /^ended with 1: ModuleNotFoundError: no library$/,
  },
  'does-nothing': {
    ...{ status: 'timeout', kind: 'idle', attaches: false, maxDurationMs: 5000 },
    says: /^it asked for nothing$/,
  },
};

if (isLong) {
  test.each(Object.entries(ends).map(([end, { status }]) => [end, status] as const))(
    'an agent in Python that %s has the status %s, and nothing of it stays',
    async (end, status) => {
      const { kind, says = /./, maxDurationMs = 60_000, attaches = true } = ends[end] ?? {};
      const { result, left, stayed, agentOutput } = await playAgent(end, 'Elsewhere', { maxDurationMs });
      expect(result).toMatchObject({ steps: attaches ? 1 : 0, success: false, agentEndKind: kind });
      expect([result.status, result.connected ?? false]).toEqual([status, attaches]);
      expect(result.agentEnd ?? '').toMatch(says);
      expect(agentOutput?.length).toBeLessThan(200_000);
      expect([left, stayed]).toEqual([[], false]);
    },
  );

  test('an agent in Python over its budget has the status budget_exceeded, and nothing of it stays', async () => {
    await using vendor = await startVendor('anthropic-messages', () => ({
      text: 'Go on.',
      usage: { input: 50_000, output: 1000 },
    }));
    const adapter = await agentThat('asks-on', 'Elsewhere', {
      env: {
        OPENCHROME_BENCH_REAL: '1',
        ANTHROPIC_BASE_URL: vendor.baseUrl,
        ANTHROPIC_API_KEY: vendor.key,
      },
      model: { ...noModelOptions, name: 'claude-sonnet-5-5', price, maxUsd: 0.3 },
    });
    const { result, left, stayed } = await playAgent('asks-on', 'Elsewhere', { adapter });
    expect(result).toMatchObject({ status: 'budget_exceeded', steps: 1, success: false });
    expect(result.usd).toBeLessThanOrEqual(0.3);
    // The harness refuses the request itself, so it does not reach the vendor.
    expect(vendor.requests).toHaveLength(result.requests ?? 0);
    expect([left, stayed]).toEqual([[], false]);
  });
}

test('without Python the error says so in one line', async () => {
  await expect(
    chooseAgent(
      { named: 'browser-use' },
      {
        ...noOptions,
        env: { PATH: '/nowhere', CONTRACT_BENCH_CACHE: '/nowhere' },
        model: { ...noOptions.model, name: 'm' },
      },
    ),
  ).rejects.toThrow(
    /^--agent browser-use: no browser-use found; install it with .* agents install browser-use, or set BROWSER_USE_PYTHON to its path$/,
  );
});
