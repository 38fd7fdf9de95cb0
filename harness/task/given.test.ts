import { expect, test } from 'vitest';
import { givenChanges, givenDigests } from './given.ts';
import { Task } from './task.ts';

const spec = {
  id: 'one',
  title: 'One',
  goal: 'Get there.',
  startUrl: 'https://a.test/',
  maxSteps: 5,
  maxDurationMs: 60_000,
  success: { kind: 'no_dialog' },
};

test.each([
  [{ goal: 'Get away.' }, null, 'its goal changed; re-record it'],
  [{ startUrl: 'https://b.test/' }, null, 'its start URL changed; re-record it'],
  [
    { goal: 'Get away.', setup: { viewport: { width: 400, height: 800 } } },
    null,
    'its goal and its setup changed; re-record it',
  ],
  [{}, 'Read first.', 'the text beside its goal changed; re-record it'],
])('a task with %j and the text %j is not as it was recorded: %s', (changes, skill, words) => {
  const recorded = givenDigests(Task.parse(spec));
  expect(givenChanges(recorded, Task.parse({ ...spec, ...changes }), skill)).toBe(words);
});
