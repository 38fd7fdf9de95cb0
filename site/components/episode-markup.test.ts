import { expect, test } from 'vitest';
import type { Outcome } from '../../harness/judge/outcome.ts';
import { clauseTrackTable, stepListItem } from '../../harness/publish/board/episode-html.ts';
import type { ClauseTrack } from '../../harness/results/story/clause-track.ts';
import type { StoryStep } from '../../harness/results/story/story.ts';

const name = 'postconditions[0] (url match)';
const track: ClauseTrack = {
  columns: [
    { seq: 0, at: 'step', outcome: 'failed' },
    { seq: 1, at: 'step', outcome: 'passed' },
    { seq: null, at: 'first', outcome: 'inconclusive' },
  ],
  rows: [
    {
      name,
      kind: 'url',
      depth: 0,
      outcomes: ['failed', 'passed', 'inconclusive'],
      firstHeld: 1,
      ownWords: 'url: pattern "b"',
      observed: null,
    },
  ],
};

test('the track says each outcome in words, the first held apart, and leads to the steps', () => {
  const markup = clauseTrackTable(track, new Map([[name, 'the URL matches <b>']])).toString();
  expect([...markup.matchAll(/aria-label="(.*?)"/g)].map(([, label]) => label)).toEqual([
    'Step 0',
    'Step 1',
    ...['not held', 'held, for the first time', 'not decided'],
    ...['not held', 'held, for the first time', 'not decided'],
  ]);
  expect(markup).toContain('href="#step-1"');
  expect(markup).toContain('the URL matches &lt;b&gt;');
  expect(clauseTrackTable(track, null).toString()).toContain('url: pattern &quot;b&quot;');
});

test('a long track leaves out the steps that changed nothing, and says how many', () => {
  const looks = Array.from({ length: 400 }, (_, seq): Outcome => (seq < 200 ? 'failed' : 'passed'));
  const [row] = track.rows;
  if (!row) throw new Error('the track has a row');
  const long: ClauseTrack = {
    columns: looks.map((outcome, seq) => ({ seq, at: 'step', outcome })),
    rows: [{ ...row, outcomes: looks, firstHeld: 200 }],
  };
  const markup = clauseTrackTable(long, null).toString();
  expect([...markup.matchAll(/href="#step-(\d+)"/g)].map(([, seq]) => seq)).toEqual(['0', '200']);
  expect(markup).toContain('398 steps that changed nothing are left out');
  expect(markup.match(/held, for the first time/g)).toHaveLength(2);
});

test('answers are shown as long as there is room for their text', () => {
  const told = { track, words: null, differsAt: null, pictureHref: () => null, room: { left: 20 } };
  const markup = [0, 1].map((seq) => stepListItem({ ...step, seq }, told).toString());
  expect(markup.map((each) => each.includes('No such &lt;ref&gt;'))).toEqual([true, false]);
  expect(markup[1]).toContain('An error: text');
});

const step: StoryStep = {
  seq: 1,
  atMs: 10,
  turns: [{ text: 'I <click>.', stopReason: 'tool_use', tokens: null, usd: 0.25 }],
  call: { tool: 'click', args: { ref: 'e1' } },
  answer: { kind: 'text', isError: true, bytes: 9000, durationMs: 40, preview: 'No such <ref>\u202e' },
  url: 'http://x.test/b',
  look: null,
  picture: { sha256: 'a'.repeat(64), width: 640, height: 360 },
  misses: ['nothing answers http://gone.test/'],
};

test('a step has the words and cost of the model, call, answer, page, and what began to hold', () => {
  const markup = stepListItem(step, {
    track,
    words: null,
    differsAt: 1,
    pictureHref: ({ sha256 }) => `/media/${sha256}.webp`,
  }).toString();
  for (const part of [
    '<li id="step-1">',
    'I &lt;click&gt;.',
    'tokens not known, $0.25, tool_use',
    'click {&quot;ref&quot;:&quot;e1&quot;}',
    'An error: text',
    '9.0 kB',
    'No such &lt;ref&gt;\\u202e',
    'The first 14 characters are kept.',
    'http://x.test/b',
    'nothing answers http://gone.test/',
    'Holds now: url: pattern',
    'differs from the run that passed',
    `src="/media/${'a'.repeat(64)}.webp" width="640" height="360" alt="The page after step 1"`,
  ])
    expect(markup).toContain(part);
});

test('a step without an answer says so, one whose picture is gone too, and marks no difference elsewhere', () => {
  const markup = stepListItem(
    { ...step, turns: [], answer: null },
    { track, words: null, differsAt: 2, pictureHref: () => null },
  );
  expect(markup.toString()).toContain('No answer came.');
  expect(markup.toString()).toContain('No picture was kept.');
  expect(markup.toString()).not.toContain('differs');
});
