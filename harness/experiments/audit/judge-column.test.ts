import { expect, test } from 'vitest';
import { cheat } from '../../agents/controls/cheat.ts';
import { noop } from '../../agents/controls/noop.ts';
import { exampleFailure, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { Result } from '../../results/records/result.ts';
import { judgeColumn } from './judge-column.ts';

const taskId = exampleResult().taskId;

function columnOf(maker: typeof noop, result: Result, confined: boolean, reached: string[] = []) {
  const example = exampleRun({ episodes: [result] });
  const server = { ...example.config.server, confined };
  const run = { ...example, config: { ...example.config, server } };
  const words = new Map(reached.length > 0 ? [[`${run.runId} ${taskId}`, reached]] : []);
  return judgeColumn(maker, { runs: [] }, [run], words);
}

test('a dishonest server without a sandbox is reported, whatever it passed, and is not a fault of the judge', () => {
  const { cells, wrong, unable, notes } = columnOf(cheat, exampleResult(), false, [
    'the harness',
    'the answers',
  ]);
  expect(cells.get(taskId)).toMatchObject({ end: 'passed', unconfined: true });
  expect([wrong, unable]).toEqual([[], []]);
  expect(notes).toEqual([
    'cheat: not sandboxed, it passed 1 and could reach: the harness (1), the answers (1)',
  ]);
});

test('if it could reach nothing, the report says so', () => {
  const { notes } = columnOf(cheat, exampleFailure(), false);
  expect(notes).toEqual(['cheat: not sandboxed, it passed 0 and could reach: nothing']);
});

test('sandboxed it must have reached nothing, whatever its end', () => {
  const { wrong, notes } = columnOf(cheat, exampleFailure(), true, ['the answers']);
  expect(wrong).toEqual([`${taskId} cheat: sandboxed, but reached the answers`]);
  expect(notes).toEqual([]);
});

test('a control that never started its attack does not count as a prevented attack', () => {
  const error = 'the control could not attack: the page has no frame';
  const { cells, wrong, unable } = columnOf(noop, exampleResult({ status: 'adapter_error', error }), true);
  expect(cells.get(taskId)).toMatchObject({ end: 'cannot', attacks: false });
  expect(wrong).toEqual([]);
  expect(unable).toEqual([`${taskId} noop: cannot: the page has no frame`]);
});
