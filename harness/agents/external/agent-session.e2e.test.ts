import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answered, reached, webOfModel } from '../../testing/models/model-play.ts';
import { type Call, type PlayedEpisode, type Playing, play } from '../../testing/play.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { noOptions } from '../built-in-agent.ts';
import { chooseAgent } from './choose-agent.ts';

const script = fileURLToPath(new URL('../../testing/guests/mcp-agent.mjs', import.meta.url));
const goal: Call = ['open', { url: 'https://a.test/goal' }];
const elsewhere: Call = ['open', { url: 'https://a.test/' }];
const wait: Call = ['wait', { ms: 1 }];
const done: Call = ['done', { success: true, answer: '42 metres' }];

const refused = 'this call was not executed, because all ';

async function playAgent(
  calls: readonly Call[],
  flags: string,
  playing: Partial<Playing> = {},
): Promise<PlayedEpisode> {
  const command = `exec "${process.execPath}" "${script}" '${JSON.stringify(calls)}' ${flags}`;
  const adapter = await chooseAgent({ command, id: 'ours' }, noOptions);
  return play({ web: webOfModel, success: reached, task: { judge: 'end' }, ...playing, adapter });
}

test.each(sized([''], ['', '--stdio']))(
  'an external agent passes, and its actions and report are the episode (%s)',
  async (flag) => {
    const { result, trajectory, left, agentConfined } = await playAgent([goal, done], flag, answered);
    expect(result).toMatchObject({
      status: 'passed',
      steps: 1,
      toolCalls: 1,
      selfReport: true,
      answer: '42 metres',
      usd: null,
      tokens: null,
    });
    expect(trajectory.steps[0]?.call).toMatchObject({ tool: 'open', args: { url: 'https://a.test/goal' } });
    expect(agentConfined).toBe(true);
    expect(left).toEqual([]);
  },
);

test('after its last step an agent gets its answer, is refused another call, and may call done', async () => {
  const { result, trajectory, agentOutput } = await playAgent([goal, elsewhere, done], '', {
    ...answered,
    maxSteps: 1,
  });
  expect(result).toMatchObject({ status: 'passed', steps: 1, selfReport: true, answer: '42 metres' });
  expect(trajectory.stop.stop).toBe('max_steps');
  expect(trajectory.observations?.first.url).toBe('https://a.test/goal');
  const [opened = '', other = ''] = agentOutput?.split('\n') ?? [];
  expect(opened).toContain('opened https://a.test/goal');
  expect(other).toContain(refused);
});

if (isLong)
  test('an agent that exits without done has no self-report, and the answer of its last line', async () => {
    const { result, agentOutput } = await playAgent([goal], '', answered);
    expect(result).toMatchObject({
      status: 'passed',
      selfReport: null,
      answer: '42 metres',
      stopReason: 'exit code 0',
    });
    expect(agentOutput).toContain('I am through.\nANSWER: 42 metres');
  });

if (isLong) {
  test('an agent that never exits is ended at the time limit, with all its processes', async () => {
    const { result, left } = await playAgent([['wait', { ms: 1 }]], '--never-ends --stubborn --forks', {
      maxDurationMs: 4000,
    });
    expect(result.status).toBe('timeout');
    expect(left).toEqual([]);
  });
}

if (isLong) {
  test('an agent that fails before its first request has not played', async () => {
    const { result } = await playAgent([], '--fails');
    expect(result.status).toBe('adapter_error');
    expect(result.error).toContain('ours ended with 3 before it asked for anything: no such model');
  });
}

const nowhere = ['sh nowhere.sh', 'it runs in an empty folder of its own'] as const;
const writes = ['echo x > /sys/log.txt', 'only its own folder, HOME and TMPDIR can be written to'] as const;

if (isLong) {
  test.each([nowhere, writes])(
    'a typical mistake in a command line gets a hint: %s',
    async (command, hint) => {
      const adapter = await chooseAgent({ command, id: 'ours' }, noOptions);
      const { result } = await play({ web: webOfModel, success: reached, adapter });
      expect(result.error).toContain(hint);
    },
  );
}

if (isLong) {
  test('concurrent calls are played one at a time', async () => {
    const { result, trajectory } = await playAgent(
      [['wait', { ms: 50 }], goal, ['wait', { ms: 1 }]],
      '--twice',
    );
    expect(result).toMatchObject({ status: 'passed', steps: 3 });
    expect(trajectory.steps.map(({ call }) => call.tool)).toEqual(['wait', 'open', 'wait']);
  });

  test('a call after done is not a step', async () => {
    const { result, left } = await playAgent([goal, done], '--after-done');
    expect(result).toMatchObject({ status: 'passed', steps: 1 });
    expect(left).toEqual([]);
  });

  test.each(['--forks', '--stubborn --never-ends', '--writes', '--speaks', '--broken'])(
    'an agent with %s has its row, and all its processes are ended',
    async (flags) => {
      const { result, left } = await playAgent([goal, done], flags);
      expect(result).toMatchObject({ status: 'passed', steps: 1 });
      expect(left).toEqual([]);
    },
  );

  test('a done without an answer uses the last line', async () => {
    const { result } = await playAgent([goal, ['done', { success: true }]], '', answered);
    expect(result).toMatchObject({
      status: 'passed',
      selfReport: true,
      answer: '42 metres',
      stopReason: 'done',
    });
  });

  test('an agent that crashes after its first call has failed, and its row has the cause', async () => {
    const { result } = await playAgent([goal], '--crashes', answered);
    expect(result).toMatchObject({
      status: 'failed',
      stopReason: 'exit code 1',
      agentEnd: "ended with 1: TypeError: Cannot read properties of undefined (reading 'steps')",
    });
  });

  test('an agent without any request until the time limit is reported', async () => {
    const adapter = await chooseAgent({ command: 'sleep 600', id: 'ours' }, noOptions);
    const { result } = await play({ web: webOfModel, success: reached, maxDurationMs: 3000, adapter });
    expect(result).toMatchObject({ status: 'timeout', agentEnd: 'it asked for nothing' });
  });

  test('invalid calls are steps with error answers, and not errors of the harness', async () => {
    const levels = 1000;
    const list = JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    const calls = [
      ['open', list],
      ['open', { list }],
      ['x'.repeat(40_000), {}],
    ] as unknown as Call[]; // no object, as an agent may send it
    const { result, trajectory } = await playAgent(calls, '', { maxSteps: 9 });
    expect(result).toMatchObject({ status: 'failed', steps: 3, toolCalls: 0, stopReason: 'exit code 0' });
    expect(trajectory.steps.map(({ sent, answer }) => [sent, answer?.isError])).toEqual(
      calls.map(() => [false, true]),
    );
  });

  test('an agent that goes on calling after its last step is refused three times, and then ended', async () => {
    const { result, trajectory, facts, agentOutput } = await playAgent(
      [wait, wait, ...Array.from({ length: 5 }, () => goal)],
      '',
      {
        maxSteps: 2,
      },
    );
    expect(result).toMatchObject({ status: 'max_steps', steps: 2, toolCalls: 2 });
    expect(trajectory.steps.map(({ call }) => call.tool)).toEqual(['wait', 'wait']);
    expect(facts?.first.url).toBe('https://a.test/');
    expect(agentOutput?.split(refused)).toHaveLength(4);
  });

  test('calls that an agent sends at once beyond its last step are refused, and its done counts', async () => {
    const calls: Call[] = [goal, wait, wait, wait, done];
    const { result } = await playAgent(calls, '--twice', { ...answered, maxSteps: 1 });
    expect(result).toMatchObject({ status: 'passed', steps: 1, selfReport: true, answer: '42 metres' });
  });

  test('an agent that exits after its last step without done has the answer of its last line', async () => {
    const { result } = await playAgent([goal], '', { ...answered, maxSteps: 1 });
    expect(result).toMatchObject({ status: 'passed', steps: 1, selfReport: null, answer: '42 metres' });
  });

  test('an agent that does nothing after its last step has reached the limit of steps', async () => {
    const { result, left } = await playAgent([wait], '--never-ends', { maxSteps: 1, maxDurationMs: 4000 });
    expect(result).toMatchObject({ status: 'max_steps', steps: 1 });
    expect(left).toEqual([]);
  });
}
