import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRun } from '../examples/example-run.ts';
import { saveRun } from '../store/save-run.ts';
import { historyIndex, readableHistory, readHistory } from './read-history.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const save = (
  sha: string,
  date: string | null,
  { startedAt = '2026-06-01T00:00:00Z', parents = [] }: { startedAt?: string; parents?: string[] } = {},
) => saveRun(folder, sha, { date, parents }, exampleRun({ startedAt }));
const shas = () => historyIndex(folder).map(({ sha }) => sha);

test('a folder that is empty or not there is an empty history', () => {
  expect(historyIndex(folder)).toEqual([]);
  expect([...readHistory(join(folder, 'nowhere'))]).toEqual([]);
});

test('commits come by date in any zone, then by sha', async () => {
  await save('cccccccc', '2026-01-02T00:30:00+09:00');
  await save('bbbbbbbb', '2026-01-01T20:00:00Z');
  await save('aaaaaaaa', '2026-01-01T20:00:00Z');
  expect(shas()).toEqual(['cccccccc', 'aaaaaaaa', 'bbbbbbbb']);
  expect([...readHistory(folder)].map(({ sha }) => sha)).toEqual(shas());
});

test('of commits of one second parents come first', async () => {
  const second = '2026-01-01T20:00:00Z';
  await save('aaaaaaaa', second, { parents: ['cccccccc'] });
  await save('bbbbbbbb', second, { parents: ['aaaaaaaa', 'dddddddd'] });
  await save('cccccccc', second);
  await save('dddddddd', '2026-01-01T19:59:59Z', { parents: ['bbbbbbbb'] });
  expect(shas()).toEqual(['dddddddd', 'cccccccc', 'aaaaaaaa', 'bbbbbbbb']);
});

test('a commit without a date stands where its first run started', async () => {
  await save('aaaaaaaa', '2026-03-01T00:00:00Z');
  await save('bbbbbbbb', null, { startedAt: '2026-02-01T00:00:00Z' });
  await save('cccccccc', '2026-01-01T00:00:00Z');
  expect(shas()).toEqual(['cccccccc', 'bbbbbbbb', 'aaaaaaaa']);
});

test('a file that another program laid out is read all the same', async () => {
  await save('bbbbbbbb', '2026-03-01T00:00:00Z');
  const file = await save('aaaaaaaa', '2026-04-01T00:00:00Z');
  writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, 4));
  expect(shas()).toEqual(['bbbbbbbb', 'aaaaaaaa']);
});

test('files that are no commit’s results are left alone', async () => {
  await save('aaaaaaaa', '2026-03-01T00:00:00Z');
  writeFileSync(join(folder, 'references.json'), '{}');
  writeFileSync(join(folder, '.aaaaaaaa.json.123.tmp'), '{');
  expect(shas()).toEqual(['aaaaaaaa']);
});

test('a broken file is named', () => {
  writeFileSync(join(folder, 'aaaaaaaa.json'), '{}');
  expect(() => [...readHistory(folder)]).toThrow('aaaaaaaa.json: schema: ');
});

test('of what can be read each broken file is named once, and left out', async () => {
  await save('bbbbbbbb', '2026-03-01T00:00:00Z');
  const late = await save('cccccccc', '2026-04-01T00:00:00Z');
  writeFileSync(late, readFileSync(late, 'utf8').replace('"runs"', '"ran"'));
  writeFileSync(join(folder, 'aaaaaaaa.json'), '{}');
  mkdirSync(join(folder, 'dddddddd.json'));
  const faults: string[] = [];
  const read = [...readableHistory(folder, (fault) => faults.push(fault))];
  expect(read.map(({ sha }) => sha)).toEqual(['bbbbbbbb']);
  expect(faults.map((fault) => /(\w+)\.json: /.exec(fault)?.[1]).toSorted()).toEqual([
    'aaaaaaaa',
    'cccccccc',
    'dddddddd',
  ]);
});
