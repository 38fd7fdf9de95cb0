import { expect, test } from 'vitest';
import { exampleLocalModel } from '../../results/examples/example-local-model.ts';
import { exampleModel, exampleResult, exampleRun } from '../../results/examples/example-run.ts';
import type { ModelRecord } from '../../results/records/run-identity.ts';
import { standingsOf } from '../../results/standings/standings.ts';
import { allRows, leaderboard, leaderboardCsv } from './leaderboard.ts';
import { LeaderboardFile } from './leaderboard-record.ts';
import { marksOf, meaningsOf } from './run-marks.ts';

function standingsWith(...models: ModelRecord[]) {
  const runs = models.map((model, index) =>
    exampleRun({
      runId: `run-${index}`,
      config: { kind: 'model', adapter: model.local ? 'local' : 'openai', model },
      episodes: [exampleResult({ taskId: 'a' })],
    }),
  );
  const sha = '1'.repeat(40);
  const file = { schema: 'contract-bench.results.v2' as const, sha, runs };
  return standingsOf([{ ...file, commit: { date: null, parents: [] } }]);
}

test('a row of open weights is ranked beside the models of vendors, with a mark', () => {
  const rows = allRows(standingsWith(exampleLocalModel(), exampleModel('gpt'))).map(({ row }) => row);
  expect(rows.map(({ rank }) => rank)).toEqual([1, 1]);
  const [own, vendors] = rows.toSorted((a) => (a.weights === null ? 1 : -1));
  if (!own || !vendors) throw new Error('there are two rows');
  expect(marksOf(own).map(({ text }) => text)).toContain('open weights');
  expect(marksOf(vendors).map(({ text }) => text)).not.toContain('open weights');
  expect(meaningsOf(rows).find(({ text }) => text === 'open weights')?.title).toMatch(/SHA-256/);
});

test('the files of the site have the quantisation and the digest of the weights', () => {
  const model = exampleLocalModel();
  const [file] = model.local?.weights ?? [];
  const standings = standingsWith(model);
  const stamp = { asOf: null };
  const text = JSON.stringify(leaderboard(standings, [], stamp));
  const board = LeaderboardFile.parse(JSON.parse(text));
  expect(board.groups[0]?.rows[0]?.weights).toEqual({ quantisation: 'Q4_K_M', files: [file] });
  const [head = '', line = ''] = leaderboardCsv(standings, { asOf: '2026-01-02T03:04:05.000Z' }).split(
    '\r\n',
  );
  const at = (name: string) => line.split(',')[head.split(',').indexOf(name)];
  expect(at('quantisation')).toBe('Q4_K_M');
  expect(at('weightsSha256')).toBe(file?.sha256);
});
