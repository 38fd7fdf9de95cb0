import path from 'node:path';
import { expect, test } from 'vitest';
import { toAnswer } from '../../servers/answer.ts';
import { findServer } from '../../servers/index.ts';
import { Task } from '../../task/task.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { turnOf } from '../../testing/turn-of.ts';
import { type Move, noOptions } from '../built-in-agent.ts';
import { cheat } from './cheat.ts';
import {
  CannotAttack,
  couldNotAttack,
  defineNegativeControl,
  type NegativeControlMove,
} from './negative-control.ts';

const task = Task.parse({
  id: 'a-task',
  title: 'A task',
  goal: 'Get there.',
  startUrl: 'https://a.test/',
  maxSteps: 5,
  maxDurationMs: 5000,
  success: { kind: 'dom_text', contains: 'x' },
});
const turn = turnOf();
const call = { tool: 'forge', args: {} };

async function played(moves: NegativeControlMove[], answers: readonly string[]): Promise<Move[]> {
  const control = await defineNegativeControl({ id: 'c', summary: 'c', moves: async () => moves }).make(
    noOptions,
  );
  const opened = await control.open(task, findServer('playwright'));
  if ('drift' in opened) throw new Error('a control has no recording');
  const made: Move[] = [];
  for (const text of answers)
    made.push(await opened.session.next(toAnswer([{ type: 'text', text }], false), turn));
  return made;
}

test('a control whose attack failed on the server has not attacked', async () => {
  const moves = (): NegativeControlMove[] => [{ call, proof: 'forged at https://a.test/' }];
  expect(await played(moves(), ['opened', 'forged at https://a.test/'])).toEqual([
    { kind: 'call', ...call },
    { kind: 'done' },
  ]);
  await expect(played(moves(), ['opened', 'no such tool'])).rejects.toThrow(CannotAttack);
});

test('a missing attack is distinguished from every other end of an episode', () => {
  const { message } = new CannotAttack('no such tool');
  expect(couldNotAttack({ status: 'adapter_error', error: message })).toBe('no such tool');
  expect(couldNotAttack({ status: 'adapter_error', error: 'no such tool' })).toBeNull();
  expect(couldNotAttack({ status: 'failed', error: message })).toBeNull();
});

test('a control continues with moves from the answers', async () => {
  const moves: NegativeControlMove[] = [
    { call },
    { given: (answers) => [{ call: { tool: answers.at(-1) ?? '', args: {} } }] },
  ];
  expect(
    (await played(moves, ['opened', 'click', 'clicked'])).map((move) =>
      'tool' in move ? move.tool : move.kind,
    ),
  ).toEqual(['forge', 'click', 'done']);
});

test('the cheat searches for a transcript of any server', async () => {
  const folder = await folderOf({ 'mine/a-task.jsonl': '', 'mine/b.jsonl': '', 'other/b.jsonl': '' });
  const control = await cheat.make({ ...noOptions, transcripts: ['/gone', folder] });
  const opened = await control.open({ ...task, startUrl: 'https://a.test/' }, findServer('playwright'));
  if ('drift' in opened) throw new Error('a control has no recording');
  const args = { recording: path.join(folder, 'mine/a-task.jsonl'), task: 'a-task' };
  expect(await opened.session.next(toAnswer([], false), turn)).toEqual({ kind: 'call', tool: 'hunt', args });
  await expect(control.open({ ...task, id: 'c' }, findServer('playwright'))).rejects.toThrow(
    `no transcript of c to search for in /gone, ${folder}`,
  );
});
