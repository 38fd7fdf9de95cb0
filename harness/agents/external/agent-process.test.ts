import { expect, test } from 'vitest';
import { causeOfEnd } from './agent-process.ts';

const node = `file:///agent.mjs:3
    throw new TypeError('no steps');
          ^

TypeError: no steps
    at file:///agent.mjs:3:11

Node.js v24.21.0`;
const python = `Traceback (most recent call last):
  File "agent.py", line 3, in <module>
    raise agents.ModelError("no answer")
agents.ModelError: no answer`;

test.each([
  [0, node, null],
  [1, node, ['crashed', 'ended with 1: TypeError: no steps']],
  [1, python, ['crashed', 'ended with 1: agents.ModelError: no answer']],
  [
    101,
    "thread 'main' went\npanicked at src/main.rs:3",
    ['crashed', 'ended with 101: panicked at src/main.rs:3'],
  ],
  [2, 'no\nmodel', ['crashed', 'ended with 2: no | model']],
  [137, 'all done', ['killed', 'ended with 137 (SIGKILL): all done']],
  [null, '', ['killed', 'ended by a signal: no output']],
])('the cause of an end with %j is the last error line', (code, errors, cause) => {
  const [output, overLimit] = [() => '', () => null];
  const agent = { hasExited: () => true, exitCode: () => code, output, errors: () => errors, overLimit };
  const end = causeOfEnd(agent);
  expect(end && [end.kind, end.words]).toEqual(cause);
  expect(causeOfEnd({ ...agent, hasExited: () => false })).toBeNull();
});

test('the cause of an end by a limit is this limit', () => {
  const [none, left] = [() => '', () => true];
  const agent = { hasExited: left, exitCode: () => 137, output: none, errors: none };
  expect(causeOfEnd({ ...agent, overLimit: () => 'more than 9 MiB of output' })).toEqual({
    kind: 'over_limit',
    words: 'ended by the harness: it took more than 9 MiB of output',
  });
});
