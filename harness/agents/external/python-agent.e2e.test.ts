import { globSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { temporaryFolder } from '../../platform/confine/temporary-folder.ts';
import { devtools } from '../../servers/devtools.ts';
import { webOf } from '../../testing/folder-of.ts';
import { reached } from '../../testing/models/model-play.ts';
import { play } from '../../testing/play.ts';
import { isLong } from '../../testing/sized.ts';
import { noOptions } from '../built-in-agent.ts';
import { chooseAgent } from './choose-agent.ts';

const script = fileURLToPath(new URL('../../testing/guests/python-agent.py', import.meta.url));
const example = path.join(thisProject.root, 'docs/examples/agents/cdp_agent.py');

const web = await webOf({
  'a.test/index.html': '<h1>Start</h1><a href="/goal">To the goal</a> <a href="/other">Elsewhere</a>',
  'a.test/goal.html': '<h1>Goal</h1><p id="answer">42 metres</p>',
  'a.test/other.html': '<h1>Elsewhere</h1>',
});

/** Plays the scripted agent, and returns the folders of agents that stayed. */
async function playAgent(end: string, link: string, maxDurationMs = 60_000) {
  const before = new Set(folders());
  const adapter = await chooseAgent(
    { command: `exec python3 '${script}' '${example}' ${end} '${link}'`, id: 'ours', door: 'cdp' },
    noOptions,
  );
  const task = { judge: 'end' } as const;
  const played = await play({ web, success: reached, task, server: devtools, adapter, maxDurationMs });
  return { ...played, stayed: folders().filter((folder) => !before.has(folder)) };
}

const folders = () => globSync('cb-agent-*', { cwd: temporaryFolder() });

test('an agent in Python without a library attaches, acts and reports its own steps; its folders are removed', async () => {
  const { result, trajectory, left, stayed } = await playAgent('ends', 'To the goal');
  expect(result).toMatchObject({ status: 'passed', steps: 1, ownSteps: 1, selfReport: true });
  expect(trajectory.steps.map(({ call }) => call.tool)).toEqual(['click']);
  expect([left, stayed]).toEqual([[], []]);
});

/** The status of each bad end, and what the row says of the process. */
const ends: Readonly<Record<string, { status: string; says: RegExp; maxDurationMs?: number }>> = {
  crashes: { status: 'failed', says: /^ended with 1: ValueError: the list of elements is empty$/ },
  'is-killed': { status: 'failed', says: /^ended with 137 \(SIGKILL\): all links are clicked/ },
  hangs: { status: 'timeout', says: /^$/, maxDurationMs: 6000 },
  floods: { status: 'timeout', says: /^$/, maxDurationMs: 6000 },
  'takes-all-memory': { status: 'failed', says: /./ },
};

if (isLong)
  test.each(Object.keys(ends))(
    'an agent in Python that %s has a status, and nothing of it stays',
    async (end) => {
      const { status = '', says = /./, maxDurationMs } = ends[end] ?? {};
      const { result, left, stayed, agentOutput } = await playAgent(end, 'Elsewhere', maxDurationMs);
      expect(result).toMatchObject({ steps: 1, connected: true, success: false });
      expect(result.status).toBe(status);
      expect(result.agentEnd ?? '').toMatch(says);
      expect(agentOutput?.length).toBeLessThan(200_000);
      expect([left, stayed]).toEqual([[], []]);
    },
  );

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
