import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leaderboard } from '../../harness/publish/board/leaderboard.ts';
import { LeaderboardFile } from '../../harness/publish/board/leaderboard-record.ts';
import { readHistory } from '../../harness/results/records/read-history.ts';
import { readReferences } from '../../harness/results/records/references.ts';
import { standingsOf } from '../../harness/results/standings/standings.ts';
import { syntheticHistory } from '../demo/synthetic-history.ts';

const results = join(import.meta.dirname, '../../results');
const references = readReferences(join(results, 'references.json'));
const ofText = (standings: ReturnType<typeof standingsOf>, stamp = {}) =>
  JSON.parse(JSON.stringify(leaderboard(standings, references, { asOf: null, ...stamp })));

test('the leaderboard of the results has the fields of its schema, and no other', () => {
  const file = ofText(standingsOf(readHistory(results)));
  expect(LeaderboardFile.safeParse(file).error?.issues ?? []).toEqual([]);
  file.groups[0].rows[0].colour = 'blue';
  expect(LeaderboardFile.safeParse(file).success).toBe(false);
});

test('so has one of many models, agents, trials and costs', () => {
  const taskIds = ['a', 'b', 'c', 'd'];
  const scale = { commits: 4, taskIds, runsPerCommit: 2, rows: 12, trials: 3, seed: 1 };
  const file = ofText(standingsOf(syntheticHistory(scale)), { synthetic: true });
  expect(LeaderboardFile.safeParse(file).error?.issues ?? []).toEqual([]);
});
