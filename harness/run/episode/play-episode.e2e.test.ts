import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { expectAdapterError } from '../../testing/guests/broken-adapter.ts';
import { adapterOf, callsOf, play } from '../../testing/play.ts';
import { reached, webWithGoal as web } from '../../testing/web-with-goal.ts';

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

test.each(['next'] as const)('an adapter that throws in %s is an adapter_error', expectAdapterError);

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

test('a contract that cannot be decided is inconclusive and says why', async () => {
  const { result } = await play({ web, success: { kind: 'dom_count', selector: ':::', op: 'eq', value: 0 } });
  expect(result.status).toBe('inconclusive');
  expect(result.error).toMatch(/^postconditions\[0\] \(dom_count match\): .*selector/);
});

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

test('a browser that cannot be started is a tool_error', async () => {
  const folder = await folderOf();
  const { result } = await play({
    web,
    success: reached,
    plan: { chromium: { executable: `${folder}/none`, env: {}, name: 'None', version: '1', source: 'npm' } },
  });
  expect(result).toMatchObject({ status: 'tool_error', error: expect.stringMatching(/ENOENT|not found/) });
});
