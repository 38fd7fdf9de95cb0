import { expect, test } from 'vitest';
import { whyUnplayed } from './measure-once.ts';

const lost = { status: 'tool_error', why: 'the server is gone', answers: [3] };

test.each<[string, Parameters<typeof whyUnplayed>[0], string | null]>([
  ['a server that dies in every task', [lost, lost], 'no task could be played: the server is gone'],
  [
    'one that never answers',
    [{ status: 'timeout', why: null, answers: [] }],
    'no task could be played: timeout',
  ],
  ['one that dies in one task', [lost, { status: 'failed', why: 'wrong', answers: [3] }], null],
  [
    'a full disk in one task',
    [
      { status: 'passed', why: null, answers: [3] },
      { status: 'tool_error', why: 'ENOSPC: no space left on device', answers: [] },
    ],
    'a task could not be played: ENOSPC: no space left on device',
  ],
  ['no task', [], null],
])('%s: %j', (_, played, why) => {
  expect(whyUnplayed(played)).toBe(why);
});
