import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sha256 } from '../../../platform/digest.ts';
import type { Step } from '../../../results/score/trajectory.ts';
import type { ReadEvent } from './read-episodes.ts';
import { openingOf, turnsOf } from './read-episodes.ts';

function stepOf(tool: string, text = tool): Step {
  const content = JSON.stringify([{ type: 'text', text }]);
  return {
    call: { tool, args: { of: tool } },
    sent: true,
    recorded: true,
    answer: { kind: 'text', isError: false, bytes: content.length, sha256: sha256(content), durationMs: 7 },
    page: null,
    endedAtMs: null,
  };
}

const called = (seq: number): ReadEvent => ({ type: 'tool_call', seq, atMs: 10 * seq });
const answered = (seq: number, preview: string): ReadEvent => ({
  type: 'tool_result',
  seq,
  preview,
  atMs: 10 * seq + 7,
});
const said = (text: string): ReadEvent => ({
  type: 'model_turn',
  text,
  atMs: 5,
  stopReason: 'tool_use',
  tokens: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
  usd: 0.5,
});

test('the calls of one answer of a model are one turn, and an answer without a call is one too', () => {
  const events = [said('two'), called(1), answered(1, 'a'), called(2), said('none'), said('one'), called(3)];
  const turns = turnsOf(events, [stepOf('a'), stepOf('b'), stepOf('c')]);
  expect(turns.map((turn) => [turn.said?.text, turn.calls.map(({ step }) => step.call.tool)])).toEqual([
    ['two', ['a', 'b']],
    ['none', []],
    ['one', ['c']],
  ]);
});

test('without a model each call is a turn', () => {
  const turns = turnsOf([called(1), called(2)], [stepOf('a'), stepOf('b')]);
  expect(turns.map((turn) => [turn.said, turn.calls.map(({ id }) => id)])).toEqual([
    [null, ['call-1']],
    [null, ['call-2']],
  ]);
});

test('an answer is whole if the digest shows that its text was not cut', () => {
  const steps = [stepOf('a', 'all of it'), stepOf('b', 'all of it and more'), stepOf('c', 'not saved')];
  const events = [called(1), answered(1, 'all of it'), called(2), answered(2, 'all of it'), called(3)];
  const answers = turnsOf(events, steps).flatMap(({ calls }) => calls.map(({ answer }) => answer));
  expect(answers.map((answer) => [answer?.text, answer?.whole])).toEqual([
    ['all of it', true],
    ['all of it', false],
    ['', false],
  ]);
});

test('an opening is known if the events and the trajectory have it', () => {
  const { answer } = stepOf('a', 'opened');
  const events: ReadEvent[] = [
    { type: 'navigate', tool: 'browser_navigate', url: 'https://example.com/', atMs: 3 },
    answered(0, 'opened'),
  ];
  const opening = answer && { ...answer, tool: 'browser_navigate' };
  expect(openingOf(events, { opening })).toMatchObject({
    url: 'https://example.com/',
    answer: { text: 'opened', whole: true },
  });
  expect([openingOf([], { opening }), openingOf(events, { opening: null }), openingOf(events, null)]).toEqual(
    [null, null, null],
  );
});

test('a call lasts until its answer, without an answer until the last event; a request starts at the previous record', () => {
  const events: ReadEvent[] = [
    { type: 'episode_start', goal: 'x', atMs: 0 },
    { type: 'contract_eval', atMs: 2 },
    said('two'),
    called(1),
    answered(1, 'a'),
    called(2),
    { type: 'stop', atMs: 99 },
  ];
  const [turn, cut] = turnsOf(events, [stepOf('a'), stepOf('b'), stepOf('c')]);
  expect(turn?.said?.times).toEqual({ startMs: 2, endMs: 5 });
  expect(turn?.calls.map(({ times }) => times)).toEqual([
    { startMs: 10, endMs: 17 },
    { startMs: 20, endMs: 99 },
  ]);
  expect(cut?.calls.map(({ times }) => times)).toEqual([null]);
});

test('whatever events are left, every step occurs once, and every call is a step', () => {
  const event = fc.oneof(
    fc.constant(said('x')),
    fc.integer({ min: 1, max: 9 }).map(called),
    fc.integer({ min: 0, max: 9 }).map((seq) => answered(seq, 'x')),
  );
  const once = fc.uniqueArray(event, { selector: (each) => JSON.stringify(each), maxLength: 20 });
  fc.assert(
    fc.property(once, fc.integer({ min: 0, max: 6 }), (events, count) => {
      const steps = Array.from({ length: count }, (_, index) => stepOf(`tool-${index + 1}`));
      const told = turnsOf(events, steps).flatMap(({ calls }) => calls.map(({ step }) => step));
      expect(told.length).toBe(count);
      expect(new Set(told)).toEqual(new Set(steps));
    }),
  );
});
