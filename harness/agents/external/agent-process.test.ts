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
  [1, node, 'ended with 1: TypeError: no steps'],
  [1, python, 'ended with 1: agents.ModelError: no answer'],
  [101, "thread 'main' went\npanicked at src/main.rs:3", 'ended with 101: panicked at src/main.rs:3'],
  [2, 'no\nmodel', 'ended with 2: no | model'],
  [null, '', 'ended by a signal: no output'],
])('the cause of an end with %j is the last error line', (code, errors, cause) => {
  const agent = { hasExited: () => true, exitCode: () => code, output: () => '', errors: () => errors };
  expect(causeOfEnd(agent)).toBe(cause);
  expect(causeOfEnd({ ...agent, hasExited: () => false })).toBeNull();
});
