import { expect, test } from 'vitest';
import {
  brokenRelease,
  exampleCapabilities,
  exampleHonesty,
  exampleTools,
} from '../../harness/results/examples/example-parts.ts';
import { exampleRelease } from '../../harness/results/examples/example-release.ts';
import type { ReleaseRecord } from '../../harness/results/records/release-record.ts';
import { cellsInWords, linesThatFit, newestOf, picturedLines, releaseLines } from './release-lines.ts';
import { releasePagesOf } from './release-pages.ts';

const linesOf = (records: readonly ReleaseRecord[], order: string[] = []) =>
  releaseLines(releasePagesOf(records, { releases: [] }), { suites: [], suiteName: (id) => id, order });

const records = [
  exampleRelease({
    parts: {
      tools: exampleTools(1000, { click: [] }),
      honesty: exampleHonesty(['silent', 'error'], 'earlier'),
      capabilities: exampleCapabilities({ drag: 'native', upload: 'native', zoom: 'cannot' }),
    },
  }),
  brokenRelease('1.1.0', 'it lists no tools'),
  exampleRelease({
    server: { version: '1.10.0' },
    parts: {
      tools: exampleTools(1200, { click: [] }),
      honesty: exampleHonesty(['silent', 'wrong', 'not-asked']),
      capabilities: exampleCapabilities({ drag: 'script', upload: 'native', zoom: 'native' }),
    },
  }),
];

test('a server with two measured releases has a line, the oldest first, and a broken release is a gap with its reason', () => {
  const { lines, single } = linesOf(records);
  expect(single).toEqual([]);
  const [line] = lines;
  expect(line?.pages.map(({ version }) => version)).toEqual(['1.0.0', '1.1.0', '1.10.0']);
  expect(line?.measures.map(({ id, cells }) => [id, cells.map(({ text }) => text)])).toEqual([
    ['list', ['1,000', '× broken', '1,200']],
    ['honesty', ['1 of 2', '× broken', '2 of 2']],
  ]);
  expect(line?.measures[1]?.cells).toMatchObject([
    { edition: 'earlier' },
    { gap: 'broken' },
    { edition: 'traps' },
  ]);
  expect(line?.broken).toEqual([
    [],
    ['tools, cost, capabilities, exposure, honesty, reach: it lists no tools'],
    [],
  ]);
});

test('a column of capabilities has the order of the newest release, and counts what was won and lost', () => {
  const [line] = linesOf(records).lines;
  expect(line?.columns).toEqual([
    { values: ['native', 'cannot', 'native'], text: '2 of 3', lost: 0, won: 0, gap: null },
    { values: [null, null, null], text: '× broken', lost: 0, won: 0, gap: 'broken' },
    { values: ['native', 'native', 'script'], text: '2 of 3 (−1 +1)', lost: 1, won: 1, gap: null },
  ]);
  const other = exampleRelease({
    server: { version: '2.0.0' },
    parts: { capabilities: exampleCapabilities({ drag: 'cannot' }, 'other') },
  });
  const [changed] = linesOf([...records, other]).lines;
  // Other pages: nothing was won or lost.
  expect(changed?.columns.at(-1)).toMatchObject({ text: '0 of 1', lost: 0, won: 0 });
});

test('tokens per task are those of the board, and a release that lost a compared task has none', () => {
  const [older, newer] = [exampleRelease(), exampleRelease({ server: { version: '1.1.0' } })];
  const cost = (version: string, answers: number | null) => ({
    cost: {
      ...{
        schema: 'contract-bench.servers.v1' as const,
        at: '2026-01-31T12:00:00.000Z',
        sha: null,
        browser: '',
      },
      server: { id: 'mine', title: 'My server', package: null, version },
      ...{ cpu: '', contended: false, tokenizer: { name: 't', encoding: 'e', version: '1' }, runs: 1 },
      ...{ toolList: { tools: 3, bytes: 900, tokens: 200 }, startMs: null, serverMb: null, browserMb: null },
      kinds: {} as never,
      ...{ pictures: 0, errors: 0, tasks: [], cannot: [] },
    },
    suites: [{ suite: 'fixtures', passed: answers === null ? 1 : 2, total: 2, answers }],
    isNewest: false,
  });
  const pages = releasePagesOf([older, newer], { releases: [cost('1.0.0', null), cost('1.1.0', 50.4)] });
  const suites = [{ suite: 'fixtures', tasks: 2, shared: ['a'] }];
  const [line] = releaseLines(pages, { suites, suiteName: () => 'Test pages' }).lines;
  expect(line?.measures[1]).toEqual({
    id: 'tasks-fixtures',
    title: 'Tokens per task (Test pages)',
    cells: [
      { gap: 'none', text: '– 1 of 2 passed' },
      { value: 250, edition: 'b', text: '250' },
    ],
  });
});

test('without a release there is no line, and a server with one release stands apart', () => {
  expect(linesOf([])).toEqual({ lines: [], single: [] });
  const { lines, single } = linesOf([exampleRelease()]);
  expect(lines).toEqual([]);
  expect(single.map(({ version }) => version)).toEqual(['1.0.0']);
});

test('servers come in the given order, and each variant has a line of its own', () => {
  const two = (id: string, variant: string | null = null) =>
    ['1.0.0', '1.1.0'].map((version) => exampleRelease({ server: { id, variant, version } }));
  const { lines } = linesOf([...two('a'), ...two('b', 'slim'), ...two('b')], ['b', 'a']);
  expect(lines.map(({ id, variant }) => [id, variant])).toEqual([
    ['b', null],
    ['b', 'slim'],
    ['a', null],
  ]);
});

test('the more releases a page has, the fewer of each server fit, and then the fewer servers', () => {
  const room = 50_000;
  const times = (lines: number, releases: number) => Array.from({ length: lines }, () => releases);
  expect(linesThatFit([20], room)).toEqual({ lines: 1, releases: 12 });
  expect(linesThatFit([12, 12, 12, 6], room)).toEqual({ lines: 4, releases: 12 });
  expect(linesThatFit(times(9, 2), room).lines).toBe(9);
  const { lines, releases } = linesThatFit(times(7, 12), room);
  expect(lines).toBe(7);
  expect(releases).toBeLessThan(12);
  const many = linesThatFit(times(200, 12), room);
  expect(many.releases).toBe(4);
  expect(many.lines).toBeLessThan(9);
  expect(linesThatFit([], room)).toEqual({ lines: 0, releases: 12 });
});

test('a line is cut to its newest releases, in every list', () => {
  const [line] = linesOf(records).lines;
  if (!line) throw new Error('no line');
  const cut = newestOf(line, 2);
  expect(
    [cut.pages, cut.columns, cut.broken, ...cut.measures.map(({ cells }) => cells)].map((of) => of.length),
  ).toEqual([2, 2, 2, 2, 2]);
  expect(cut.pages.at(-1)?.version).toBe('1.10.0');
});

test('the first page draws the tool list and the traps of the three servers with the most releases', () => {
  const release = (id: string, version: string, isWhole = true) =>
    exampleRelease({
      server: { id, version },
      parts: {
        tools: exampleTools(1000, { click: [] }),
        honesty: isWhole ? exampleHonesty(['silent']) : { broken: 'it hangs' },
      },
    });
  const of = (id: string, ...versions: string[]) => versions.map((version) => release(id, version));
  const { lines } = linesOf([
    ...of('two', '1.0.0', '1.1.0'),
    ...of('four', '1.0.0', '1.1.0', '1.2.0', '1.3.0'),
    ...of('also-two', '1.0.0', '1.1.0'),
    ...of('three', '1.0.0', '1.1.0', '1.2.0'),
    ...['1.0.0', '1.1.0', '1.2.0'].map((version) => release('without-traps', version, false)),
  ]);
  const drawn = picturedLines(lines);
  expect(drawn.map(({ id }) => id)).toEqual(['four', 'three', 'also-two']);
  expect(drawn.map(({ measures }) => measures.map(({ id }) => id))).toEqual(
    drawn.map(() => ['list', 'honesty']),
  );
});

test('a chart in words has its first and its last number, and how many are missing', () => {
  const pages = ['1', '2', '3'].map((version) => ({ version }));
  const value = (number: number) => ({ value: number, edition: '', text: `${number}` });
  const gap = { gap: 'none' as const, text: '–' };
  expect(cellsInWords([value(5), gap, value(7)], pages)).toBe(
    'from 5 (1) to 7 (3), 1 release without a number',
  );
  expect(cellsInWords([value(5), value(6), value(7)], pages)).toBe('from 5 (1) to 7 (3)');
  expect(cellsInWords([gap], pages)).toBe('no release was measured');
});
