import { expect, test } from 'vitest';
import { clauseTrack } from './clause-track.ts';
import { LinesByEpisode } from './lines-by-episode.ts';
import { callsOf, storyOf } from './story.ts';

const place = { runId: 'r', taskId: 'a-task', trial: 1 };
const line = (event: object) => JSON.stringify({ ...place, atMs: 5, ...event });
const url = (outcome: string, observed: string) => ({ kind: 'url', pattern: '/b$', outcome, observed });
const both = (first: string, second: string) => ({
  kind: 'and',
  outcome: 'failed',
  decidedBy: 0,
  children: [
    url(first, 'http://x.test/a'),
    {
      kind: 'not',
      outcome: second,
      decidedBy: 0,
      children: [{ kind: 'no_dialog', outcome: second, open: null }],
    },
  ],
});
const look = (at: string, toolSeq: number, evidence: object) =>
  line({ type: 'contract_eval', look: at, toolSeq, outcome: 'failed', evidence });
const result = {
  type: 'tool_result',
  kind: 'text',
  isError: false,
  bytes: 9,
  durationMs: 3,
  preview: 'seen',
};

const lines = [
  line({ type: 'episode_start', goal: 'an attempt that was lost' }),
  line({ type: 'stop', reason: 'tool_error', error: 'the server died' }),
  line({ type: 'episode_start', goal: 'Open b.' }),
  line({ type: 'navigate', seq: 0, tool: 'go', args: { url: 'http://x.test/a' }, url: 'http://x.test/a' }),
  line({ ...result, seq: 0, tool: 'go' }),
  line({ type: 'page', url: 'http://x.test/a' }),
  look('step', 0, both('failed', 'passed')),
  line({
    type: 'model_turn',
    text: 'I click.',
    stopReason: 'tool_use',
    tokens: null,
    usd: 0.25,
    calls: ['click'],
  }),
  line({ type: 'tool_call', seq: 1, tool: 'click', args: { ref: 'e1' } }),
  line({ ...result, seq: 1, tool: 'click' }),
  line({ type: 'page', url: 'http://x.test/b', on: { role: 'link', name: 'B', frame: null, box: null } }),
  look('step', 1, both('passed', 'passed')),
  line({ type: 'picture', seq: 1, sha256: 'a'.repeat(64), width: 640, height: 360 }),
  line({ type: 'model_turn', text: 'Done.', stopReason: 'end', tokens: null, usd: null, calls: [] }),
  line({ type: 'stop', reason: 'done' }),
  line({ type: 'request_miss', url: 'http://gone.test/' }),
  look('first', 1, both('failed', 'inconclusive')),
  line({ type: 'task_failed', status: 'failed' }),
  line({ type: 'of_a_later_day' }),
  'no JSON',
];

test('a story has the last attempt, each step with what was said, called, answered and seen', () => {
  const story = storyOf(lines);
  expect(story).toMatchObject({
    goal: 'Open b.',
    misses: ['nothing answers http://gone.test/'],
    unreadable: 1,
  });
  expect(story.stops).toEqual([{ reason: 'done', error: undefined }]);
  expect(story.steps.map(({ seq, url }) => [seq, url])).toEqual([
    [0, 'http://x.test/a'],
    [1, 'http://x.test/b'],
  ]);
  expect(story.steps[1]).toMatchObject({
    turns: [{ text: 'I click.', usd: 0.25 }],
    call: { tool: 'click', args: { ref: 'e1' } },
    on: { role: 'link', name: 'B' },
    answer: { preview: 'seen', bytes: 9 },
    picture: { sha256: 'a'.repeat(64), width: 640, height: 360 },
  });
  expect(story.lastTurns.map(({ text }) => text)).toEqual(['Done.']);
  expect(callsOf(story)).toEqual([{ tool: 'click', args: { ref: 'e1' } }]);
});

test('the track has every clause at every look, and when each held first', () => {
  const { columns, rows } = clauseTrack(storyOf(lines));
  expect(columns.map(({ seq, at }) => seq ?? at)).toEqual([0, 1, 'first']);
  expect(rows.map(({ name, depth, outcomes, firstHeld }) => [name, depth, outcomes, firstHeld])).toEqual([
    ['postconditions[0] (url match)', 0, ['failed', 'passed', 'failed'], 1],
    ['postconditions[1] (not)', 0, ['passed', 'passed', 'inconclusive'], 0],
    ['postconditions[1].child (no_dialog match)', 1, ['passed', 'passed', 'inconclusive'], 0],
  ]);
  expect(rows[0]).toMatchObject({ ownWords: 'url: pattern "/b$"', observed: 'http://x.test/a' });
});

test('of no events there is an empty story and an empty track', () => {
  const story = storyOf([]);
  expect(story).toMatchObject({ goal: null, steps: [], first: null, unreadable: 0 });
  expect(clauseTrack(story)).toEqual({ columns: [], rows: [] });
});

test('an element that no reader of today knows is as if it was not kept, and its page is told', () => {
  const { steps, unreadable } = storyOf([line({ type: 'page', url: 'http://x.test/a', on: { other: 1 } })]);
  expect([steps[0]?.url, steps[0]?.on, unreadable]).toEqual(['http://x.test/a', null, 0]);
});

test('lines are told apart by task and trial', () => {
  const other = JSON.stringify({ ...place, trial: 12, type: 'stop' });
  const text = `${lines[0]}\n${other}\n${lines[2]}\n`;
  const byEpisode = new LinesByEpisode(text);
  expect(byEpisode.of('a-task', 1)).toEqual([lines[0], lines[2]]);
  expect(byEpisode.of('a-task', 12)).toEqual([other]);
  expect(byEpisode.of('a-task', 2)).toEqual([]);
});
