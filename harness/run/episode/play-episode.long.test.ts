import { expect, test } from 'vitest';
import { expectAdapterError } from '../../testing/guests/broken-adapter.ts';
import { guestServer } from '../../testing/guests/guest-server.ts';
import { play } from '../../testing/play.ts';
import { reached, webWithGoal as web } from '../../testing/web-with-goal.ts';

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
  expect(result).toMatchObject({ status: 'timeout', verdict: null, steps: 0 });
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

test.each(['meetTools', 'driftAtEnd'] as const)(
  'an adapter that throws in %s is an adapter_error',
  expectAdapterError,
);
