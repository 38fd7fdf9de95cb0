import { expect, test } from 'vitest';
import { closestPass, firstDifference, type Pass } from './closest-pass.ts';

const click = (ref: string) => ({ tool: 'click', args: { ref, button: 'left' } });

test('the first call that differs in tool or arguments is found, in whatever order the arguments stand', () => {
  const other = { tool: 'click', args: { button: 'left', ref: 'e1' } };
  expect(firstDifference([other, click('e2')], [click('e1'), click('e3')])).toEqual({
    seq: 2,
    own: click('e2'),
    passing: click('e3'),
  });
  expect(firstDifference([click('e1')], [other])).toBeNull();
});

test('where one of them makes no further call, that is the difference', () => {
  expect(firstDifference([], [click('e1')])).toEqual({ seq: 1, own: null, passing: click('e1') });
  expect(firstDifference([click('e1'), click('e2')], [click('e1')])).toEqual({
    seq: 2,
    own: click('e2'),
    passing: null,
  });
});

test('what is random per session is no difference, a digit more of anything else is', () => {
  const inTab = (tabId: string | { $answer: number; find: string }) => ({ tool: 'read', args: { tabId } });
  const reference = { $answer: 0, find: 'tabId (.*)' };
  expect(firstDifference([inTab('A'.repeat(32))], [inTab('0B'.repeat(16))])).toBeNull();
  expect(firstDifference([inTab('A'.repeat(32))], [inTab(reference)])).toBeNull();
  expect(firstDifference([inTab('e12')], [inTab('e13')])).not.toBeNull();
});

test('an episode is compared with its own run, then its own server, an agent before the oracle', () => {
  const pass = (runId: string, kind: Pass['kind'], serverId: string, taskSha256 = 'x'): Pass => ({
    runId,
    kind,
    serverId,
    taskId: 't',
    taskSha256,
    trial: 1,
  });
  const passes = [
    pass('forged', 'control', 'a'),
    pass('elsewhere', 'agent', 'b'),
    pass('other-task', 'agent', 'a', 'y'),
    pass('oracle', 'oracle', 'a'),
    pass('agent', 'agent', 'a'),
    pass('own', 'baseline', 'a'),
  ];
  const closest = (runId: string, serverId: string, taskSha256 = 'x') =>
    closestPass(passes, { runId, serverId, taskSha256 })?.runId ?? null;
  expect(closest('own', 'a')).toBe('own');
  expect(closest('new', 'a')).toBe('agent');
  expect(closest('new', 'c')).toBe('elsewhere');
  expect(closest('new', 'a', 'z')).toBeNull();
});
