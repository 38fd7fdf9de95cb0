import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { adapterOf, type Call, callsOf, play } from '../../testing/play.ts';
import { isLong, sized } from '../../testing/sized.ts';
import { reached, webWithGoal as web } from '../../testing/web-with-goal.ts';

/** Plays an adapter that throws in one of its functions. */
async function expectAdapterError(where: 'next' | 'meetTools' | 'driftAtEnd'): Promise<void> {
  const broken = () => {
    throw new Error('no idea');
  };
  const { result, left } = await play({
    web,
    success: reached,
    adapter: adapterOf(() => ({ next: async () => ({ kind: 'done' }), [where]: broken })),
  });
  expect(result).toMatchObject({ status: 'adapter_error', error: 'no idea' });
  expect(left).toEqual([]);
}

test('an episode that gets there passed, with its facts and a transcript', async () => {
  const { result, left, transcript, facts, capture } = await play({
    web,
    success: reached,
    calls: [['fail'], ['open', { url: 'https://a.test/goal' }]],
  });
  expect(result).toMatchObject({
    status: 'passed',
    success: true,
    steps: 2,
    toolCalls: 2,
    serverErrors: 1,
    firstHeldAtStep: 2,
    finalUrl: 'https://a.test/goal',
    lastTool: 'open',
    recovery: { errors: 1, recovered: 1, medianSteps: 1 },
  });
  expect(transcript?.calls.map(({ tool }) => tool)).toEqual(['fail', 'open']);
  expect(transcript?.end).toMatchObject({ reason: 'done', calls: 2, finalUrl: 'https://a.test/goal' });
  expect(facts).toMatchObject({ provenance: true, second: { url: 'https://a.test/goal' } });
  expect(capture).toBeNull();
  expect(left).toEqual([]);
});

test('an episode that ends elsewhere failed, names the clause and leaves a picture', async () => {
  const { result, capture, transcript } = await play({ web, success: reached });
  expect(result).toMatchObject({
    status: 'failed',
    steps: 0,
    finalUrl: 'https://a.test/',
    failedPostcondition: { name: 'postconditions[0] (url match)' },
    firstHeldAtStep: null,
  });
  expect(capture?.text).toContain('Start');
  expect(capture?.png?.subarray(1, 4).toString()).toBe('PNG');
  expect(transcript).toBeNull();
});

if (isLong) {
  test('what an agent does while a request of it waits is timed, pictures or not', async () => {
    const calls: Call[] = [
      ['wait', { ms: 300 }],
      ['wait', { ms: 300 }],
    ];
    const adapter = adapterOf(() => ({
      next: async (_, turn) => {
        turn.pause();
        const [tool, args = {}] = calls.shift() ?? ['done'];
        return tool === 'done' ? { kind: 'done' } : { kind: 'call', tool, args };
      },
    }));
    const plan = { pictures: { when: 'each_step', taken: () => {} } } as const;
    const { result } = await play({ web, success: reached, adapter, plan });
    expect(result.durationMs).toBeGreaterThan(590);
    expect(Math.min(...Object.values(result.phases), result.pausedMs)).toBeGreaterThanOrEqual(0);
    expect(result.phases.tool).toBeGreaterThan(590);
  });
}

test('a step says which element it acted on, and the event of the page after it says so too', async () => {
  const mouse = (type: string): Call => [
    'cdp',
    {
      method: 'Input.dispatchMouseEvent',
      params: { type, x: 5, y: 5, button: 'left', clickCount: 1 },
      onTab: true,
    },
  ];
  const place =
    'document.querySelector("a").style = "position: fixed; inset: 0 auto auto 0; width: 90px; height: 30px"';
  const { trajectory, events, result } = await play({
    web,
    success: reached,
    calls: [['run', { script: place }], mouse('mousePressed'), mouse('mouseReleased'), ['wait', { ms: 1 }]],
  });
  const on = {
    role: 'link',
    name: 'on',
    frame: null,
    box: { x: 0, y: 0, width: 90, height: 30 },
    scroll: null,
  };
  expect(trajectory.steps.map((step) => step.on)).toEqual([undefined, on, on, undefined]);
  const pages = events.flatMap((event) => (event.type === 'page' ? [event.on] : []));
  expect(pages).toEqual([undefined, undefined, on, on, undefined]);
  expect(result.status).toBe('passed');
});

if (isLong) {
  test('an adapter that never answers ends with the time', async () => {
    const { result, left } = await play({
      web,
      success: reached,
      adapter: adapterOf(() => ({ next: () => new Promise(() => {}) })),
      maxDurationMs: 2500,
    });
    expect(result).toMatchObject({ status: 'timeout', steps: 0 });
    expect(left).toEqual([]);
  });

  test('a server that dies is a tool_error with its last words, and the end state is still judged', async () => {
    const { result, left, verdict } = await play({
      web,
      success: reached,
      calls: [['die', { words: 'segmentation fault' }]],
    });
    expect(result.status).toBe('tool_error');
    expect(result.error).toBe('the server is gone (exit code 1); its last words: segmentation fault');
    expect(verdict?.outcome).toBe('failed');
    expect(left).toEqual([]);
  });
}

test.each(sized(['next'] as const, ['next', 'meetTools', 'driftAtEnd'] as const))(
  'an adapter that throws in %s is an adapter_error',
  expectAdapterError,
);

test('an adapter that cannot be opened is an adapter_error', async () => {
  const { result } = await play({
    web,
    success: reached,
    adapter: { ...callsOf([]), open: () => Promise.reject(new Error('no such file')) },
  });
  expect(result).toMatchObject({
    status: 'adapter_error',
    error: 'no such file',
    durationMs: expect.any(Number),
  });
});

if (isLong) {
  test('a contract that cannot be decided is inconclusive and says why', async () => {
    const { result } = await play({
      web,
      success: { kind: 'dom_count', selector: ':::', op: 'eq', value: 0 },
    });
    expect(result.status).toBe('inconclusive');
    expect(result.error).toMatch(/^postconditions\[0\] \(dom_count match\): .*selector/);
  });
}

test('drift found before playing plays nothing', async () => {
  const drift = { reason: 'task_changed', step: null, expected: 'a', actual: 'b' } as const;
  const { result, events } = await play({
    web,
    success: reached,
    adapter: { ...callsOf([]), open: async () => ({ drift }) },
  });
  expect(result).toMatchObject({ status: 'replay_drift', drift, steps: 0, verdict: null });
  expect(events.map(({ type }) => type)).toEqual(['episode_start', 'task_failed']);
});

if (isLong) {
  test('a browser that cannot be started is a tool_error', async () => {
    const folder = await folderOf();
    const { result } = await play({
      web,
      success: reached,
      plan: {
        chromium: { executable: `${folder}/none`, env: {}, name: 'None', version: '1', source: 'npm' },
      },
    });
    expect(result).toMatchObject({ status: 'tool_error', error: expect.stringMatching(/ENOENT|not found/) });
  });

  test('the last allowed step is judged like any other', async () => {
    const calls = [['open', { url: 'https://a.test/goal' }], ['fail']] as const;
    const passed = await play({ web, success: reached, calls: [calls[0] as never], maxSteps: 1 });
    expect(passed.result).toMatchObject({ status: 'passed', steps: 1 });
    const stopped = await play({ web, success: reached, calls: [['fail'], calls[0] as never], maxSteps: 1 });
    expect(stopped.result).toMatchObject({ status: 'max_steps', steps: 1, toolCalls: 1 });
  });

  test('a server that says too much is blamed, and not the page', async () => {
    const { result, left } = await play({ web, success: reached, calls: [['endless', { megabytes: 40 }]] });
    expect(result).toMatchObject({
      status: 'tool_error',
      error: 'the server sent a message of more than 16777216 bytes',
      verdict: { outcome: 'failed' },
    });
    expect(left).toEqual([]);
  });

  test.concurrent('a server that never answers a call ends with the time', async () => {
    // Enough for the server to start and to open a page on a busy machine.
    const maxDurationMs = 20_000;
    const { result, left, verdict } = await play({
      web,
      success: reached,
      calls: [['open', { url: 'https://a.test/goal' }], ['never']],
      server: guestServer('--stubborn', '--leaves-a-daemon'),
      maxDurationMs,
    });
    // The contract holds, and it is no pass: the time was up.
    expect(verdict?.outcome).toBe('passed');
    expect(result).toMatchObject({
      status: 'timeout',
      success: false,
      steps: 2,
      finalUrl: 'https://a.test/goal',
      error: expect.stringMatching(/^the server had not answered never for \d+ s when the time was up$/),
    });
    expect(left).toEqual([]);
  });

  test.concurrent('a server that never starts ends with the time', async () => {
    const { result, left } = await play({
      web,
      success: reached,
      server: guestServer('--never-starts', '--stubborn'),
      maxDurationMs: 2000,
    });
    const error = 'the server gave no answer to initialize in time; its last words: looking for a screen';
    expect(result).toMatchObject({ status: 'timeout', verdict: null, steps: 0, error });
    expect(left).toEqual([]);
  });

  test('a server that ends while starting is a tool_error with its last words', async () => {
    const { result, left } = await play({ web, success: reached, server: guestServer('--dies-at-once') });
    expect(result).toMatchObject({ status: 'tool_error', verdict: null, factsSha256: null });
    expect(result.error).toContain('no screen found');
    expect(left).toEqual([]);
  });

  test('a browser that is closed by a call is the failure of whoever called', async () => {
    const { result, left } = await play({
      web,
      success: reached,
      calls: [['cdp', { method: 'Browser.close' }]],
    });
    expect(result).toMatchObject({ status: 'failed', verdict: null });
    expect(result.error).toContain('the browser is gone');
    expect(left).toEqual([]);
  });

  test('a start URL that is about:blank needs no call', async () => {
    const { result, events } = await play({
      web,
      success: reached,
      startUrl: 'about:blank',
      calls: [['open', { url: 'https://a.test/goal' }]],
    });
    expect(result.status).toBe('passed');
    expect(events.some(({ type }) => type === 'navigate')).toBe(false);
  });

  test('events that cannot be written do not fail the episode', async () => {
    const { result } = await play({
      web,
      success: reached,
      calls: [['open', { url: 'https://a.test/goal' }]],
      plan: {
        emit: () => {
          throw new Error('no space left on device');
        },
      },
    });
    expect(result.status).toBe('passed');
  });
}
