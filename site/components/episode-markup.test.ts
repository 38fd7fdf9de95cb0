import { expect, test } from 'vitest';
import type { Outcome } from '../../harness/judge/outcome.ts';
import { clauseTrackTable, stepList, stepListItem } from '../../harness/publish/board/episode-html.ts';
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
    ...['not held', 'held, first time', 'not decided'],
    ...['not held', 'held, first time', 'not decided'],
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
  expect(markup).toContain('398 steps without a change are left out');
  expect(markup.match(/held, first time/g)).toHaveLength(2);
});

test('of a long episode each step has its words, then as many pictures as there is room for, then answers', () => {
  const steps = [1, 2].map((seq) => ({ ...step, seq }));
  const told = { track, words: null, differsAt: null, pictureHref: () => '/p.webp' };
  const size = (most: number) => {
    const room = { most, isCut: false };
    const markup = String(stepList({ steps }, { ...told, room }));
    const count = (part: RegExp) => markup.match(part)?.length ?? 0;
    return [count(/class="act"/g), count(/class="shot"/g), count(/No such &lt;ref&gt;/g), room.isCut];
  };
  expect([0, 1000, 1250, 1400, 9000].map(size)).toEqual([
    [2, 0, 0, true],
    [2, 0, 1, true],
    // The second step has that of the page that it found, and that of the page after it.
    [2, 2, 0, true],
    [2, 2, 1, true],
    [2, 2, 2, false],
  ]);
});

test('a call is told by what it acted on, which is framed in the page that it found', () => {
  const view = { x: 0, y: 300, width: 1280, height: 720 };
  const on = {
    role: 'link',
    name: 'Stationery <b>',
    frame: null,
    box: { x: 100, y: 40, width: 200, height: 20 },
    scroll: { x: 0, y: 300 },
  };
  const told = { track, words: null, differsAt: null, pictureHref: () => '/p.webp' };
  const found = { sha256: 'b'.repeat(64), width: 640, height: 360, view };
  const markup = (scroll: typeof on.scroll | null) =>
    String(
      stepListItem({ ...step, on: { ...on, scroll } }, told, { found, isShownLater: false, depth: 'all' }),
    );
  expect(markup(on.scroll)).toContain(
    '<span class="act">click: link &quot;Stationery &lt;b&gt;&quot;</span>',
  );
  expect(markup(on.scroll)).toContain('<rect x="50" y="20" width="100" height="10"/>');
  expect(markup({ x: 0, y: 2000 })).toContain('outside the pictured part of the page');
  expect(markup(null)).not.toMatch(/<rect|outside the pictured/);
});

const step: StoryStep = {
  seq: 1,
  atMs: 10,
  turns: [{ text: 'I <click>.', stopReason: 'tool_use', tokens: null, usd: 0.25 }],
  call: { tool: 'click', args: { ref: 'e1' } },
  on: null,
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
    '<li id="step-1" class="differs">',
    'I &lt;click&gt;.',
    'tokens unknown, $0.25, tool_use',
    'click {&quot;ref&quot;:&quot;e1&quot;}',
    'An error: text',
    '9.0 kB',
    'No such &lt;ref&gt;\\u202e',
    'Only the first 14 characters are stored.',
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
  expect(markup.toString()).toContain('No picture is kept.');
  expect(markup.toString()).not.toContain('differs');
});
