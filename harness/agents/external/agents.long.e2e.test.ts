import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { installedAgent } from '../../testing/installed-agent.ts';
import { startVendor } from '../../testing/model-apis/start-vendor.ts';
import { recordedModel } from '../../testing/models/recorded-model.ts';
import { playAgent } from '../../testing/play-agent.ts';
import { type ScratchProject, scratchProject } from '../../testing/scratch-project.ts';
import { agents } from '../clis/index.ts';
import { variableOf } from './find-installed.ts';

/**
 * A page to read, a form to send, a question of the town with an answer. The question is played with as many steps as
 * its recording has calls, so the answer comes after the last allowed call.
 */
const tasks = [
  ['task-04-rfc-9110-section-9-title', []],
  ['local-form-submit', []],
  ['mail-find-code-s6', ['--max-steps', '8']],
] as const;

/** The fake API of each agent, and its model. */
const fakes: Readonly<Record<string, { dialect: string; model: string }>> = {
  messages: { dialect: 'anthropic-messages', model: 'claude-sonnet-5-5' },
  responses: { dialect: 'openai-responses', model: 'gpt-6.2-sol' },
  chat: { dialect: 'vllm', model: 'served-model' },
  gemini: { dialect: 'gemini', model: 'gemini-3.8-flash' },
};
/** The window of a large open model, because the prompt and tools of some agents exceed a small one. */
const served = [{ id: 'served-model', window: 400_000, maxOutput: 64_000, reasons: false }];

let project: ScratchProject;
beforeAll(async () => {
  project = await scratchProject({ git: false });
});

/** Each agent with each of its interfaces to a server's tools. */
const ways = agents.flatMap((agent) =>
  agent.doors.filter((door) => door !== 'cdp').map((door) => ({ id: agent.id, door, agent })),
);

describe.each(ways)('$id over $door', ({ id, door, agent }) => {
  const { package: wanted, api } = agent;
  const { dialect = '', model = '' } = fakes[api.id] ?? {};
  let program = '';

  beforeAll(async () => {
    program = await installedAgent(agent);
  });

  /** Plays a task on a strict API; `cap`: the budget in USD. */
  async function play(task: string, out: string, cap: string, more: readonly string[] = []) {
    const models = api.id === 'chat' ? { models: served } : {};
    await using vendor = await startVendor(dialect, await recordedModel([task]), models);
    // Awaited, because the fake API ends with this function.
    return await playAgent(project, agent, vendor, {
      out,
      flags: ['--door', door, '--model', model, '--max-usd', cap, '--task', task, ...more],
      env: { [variableOf(agent)]: program },
    });
  }

  test.each(tasks)('plays %s unchanged, on a strict API; its actions replay', async (task, limit) => {
    if (program === '') return;
    const [out, recordings] = [`${id}-${door}-${task}`, path.join(project.folder, `of-${id}-${door}`)];
    const { config, episodes, stdout, exitCode } = await play(task, out, '0.5', [
      ...['--record', '--transcripts', recordings, ...limit],
    ]);
    expect(episodes.map(({ status, error }) => [status, error])).toEqual([['passed', undefined]]);
    expect(episodes[0]?.usd).toBeGreaterThan(0);
    expect(episodes[0]?.requests).toBeGreaterThan(1);
    expect(config.agent).toMatchObject({ id, version: wanted.version, door, confined: true });
    expect(stdout).toContain(`${id} ${wanted.version}, interface ${door}, sandboxed`);
    expect(exitCode).toBe(0);
    const replay = ['--adapter', 'replay', '--task', task, '--transcripts', recordings, '--no-save'];
    const replayed = await project.harness(['run', ...replay, ...limit, '--out', `${out}-replay`]);
    expect(replayed.exitCode, replayed.stdout).toBe(0);
  });

  test('sends at most two requests after the first one over budget', async () => {
    if (program === '') return;
    const [task, out] = [tasks[0][0], `${id}-${door}-poor`];
    const { episodes } = await play(task, out, '0.06', ['--record-model']);
    expect(episodes.map(({ status }) => status)).toEqual(['budget_exceeded']);
    expect(episodes[0]?.usd).toBeLessThanOrEqual(0.06);
    const exchanges = await readFile(path.join(project.folder, out, 'model', `${task}.jsonl`), 'utf8');
    const answers = exchanges
      .trim()
      .split('\n')
      .map((line): string => JSON.parse(line).answer);
    const refused = answers.findIndex((answer) => answer.includes('the next request would cost about'));
    expect(refused).toBeGreaterThanOrEqual(0);
    expect(answers.length - refused - 1).toBeLessThanOrEqual(2);
  });
});
