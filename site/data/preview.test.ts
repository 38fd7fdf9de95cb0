import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { headlineOf } from '../../harness/publish/board/leaderboard.ts';
import { exampleRun } from '../../harness/results/examples/example-run.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { cardOf, previewOf, previewPng } from './preview.ts';

const folder = mkdtempSync(join(tmpdir(), 'preview-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stamp = { asOf: null };
const headline = (model: string, suite = 'webvoyager') =>
  headlineOf(
    standingsOf(
      [
        {
          schema: 'contract-bench.results.v2',
          sha: '0000001',
          commit: { date: null, parents: [] },
          runs: [exampleRun({ suite, config: { model } })],
        },
      ],
      () => ({ attested: true, ownRecordings: null }),
    ),
    ['webvoyager', 'fixtures'],
  );

test('the picture is drawn once for what it shows, and is the same bytes again', async () => {
  const boxes = previewOf(headline('a model'), stamp);
  const drawn = await previewPng(boxes, join(folder, 'kept'));
  const kept = readdirSync(join(folder, 'kept'));
  expect(await previewPng(boxes, join(folder, 'kept'))).toEqual(drawn);
  expect(await previewPng(boxes, join(folder, 'anew'))).toEqual(drawn);
  expect(readdirSync(join(folder, 'anew'))).toEqual(kept);
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
});

test('it shows suite, score, interval, what was measured and when', () => {
  const shown = JSON.stringify(previewOf(headline('a model'), stamp));
  for (const text of [
    'webvoyager',
    '1 / 2',
    '95 % interval on these tasks 9.5 % to 90.5 %',
    'a model on playwright',
    '2026-01-02',
  ])
    expect(shown).toContain(text);
  expect(shown).not.toContain('SYNTHETIC');
});

test('without an agent it shows how the gate stands, and no number', () => {
  const { group, row } = headline('a model') ?? {};
  if (!group || !row) throw new Error('no headline');
  const shown = JSON.stringify(previewOf({ group: { ...group, kind: 'replay' }, row }, stamp));
  expect(shown).toContain('Replay of recorded calls');
  expect(shown).toContain('Gate: red');
  expect(shown).not.toMatch(/\d+ \/ \d+|webvoyager/);
});

test('an invented score and an empty history say so', () => {
  expect(JSON.stringify(previewOf(headline('a model'), { asOf: null, synthetic: true }))).toContain(
    'SYNTHETIC',
  );
  expect(JSON.stringify(previewOf(null, stamp))).toContain('Servers and agents, measured');
});

test('the card of a page shows its own number, what it is of, and that it is invented', async () => {
  const card = {
    head: 'Playwright MCP 0.0.83',
    big: '4,371',
    lines: ['tokens per task', '33 of 40 by its tools'],
  };
  const boxes = cardOf(card, { asOf: null, synthetic: true }, 'A bench');
  for (const text of [card.head, card.big, ...card.lines, 'A bench', 'SYNTHETIC'])
    expect(JSON.stringify(boxes)).toContain(`"${text}"`);
  expect((await sharp(await previewPng(boxes, join(folder, 'card'))).metadata()).width).toBe(1200);
});

test('what the font cannot write and what is too long for it draws all the same', async () => {
  const boxes = previewOf(headline('😀 שלום 模型 \ud800\u0000\u202e', 'w'.repeat(10_000)), stamp);
  expect((await sharp(await previewPng(boxes, join(folder, 'odd'))).metadata()).width).toBe(1200);
});

test('where nothing can be kept it is drawn all the same', async () => {
  const png = await previewPng(previewOf(null, stamp), '/dev/null/cache');
  expect((await sharp(png).metadata()).height).toBe(630);
});
