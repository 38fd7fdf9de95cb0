import { expect, test } from 'vitest';
import type { Contract } from '../../judge/contract.ts';
import { redactorFor } from '../../task/transcripts/redact.ts';
import {
  checkLearnedStrings,
  match,
  meaningOf,
  score,
  taskOf,
  trajectoryWith,
} from '../../testing/learned-strings.ts';
import { redactTrajectory } from './redact-trajectory.ts';

test('whatever of 500 strings is learned, a run stays valid, its meaning untouched, and no free text has it', () => {
  checkLearnedStrings(500);
});

test.each<[string, Contract, string]>([
  ['a pattern asks for digits', { kind: 'url', pattern: 'w=\\w+ \\d{4} ' }, '1234'],
  ['a pattern asks for letters', { kind: 'url', pattern: 'w=\\w+ [a-z]+ ' }, 'word'],
  ['a pattern asks for what no shape keeps', { kind: 'url', pattern: 'w=word (abcd|efgh) ' }, 'efgh'],
  ['it must not be there', { kind: 'not', child: { kind: 'url', pattern: 'w=word e[f]gh ' } }, 'efgh'],
  ['no address has a scheme without it', { kind: 'url', pattern: '^[a-z]+://depot' }, 'https'],
])('the verdict stays what it is where %s', (_, success, password) => {
  const task = taskOf({ kind: 'and', children: [success, { kind: 'no_dialog' }] });
  const redact = redactorFor({});
  redact.learn(password);
  const raw = trajectoryWith(`word ${password} word`, 'done', true);
  const { result } = score(task, redactTrajectory(task, raw, { redact, match }));
  expect(meaningOf(result)).toBe(meaningOf(score(task, raw).result));
});
