import { type Relation, relationWords } from '../../results/standings/relation.ts';
import type { RunAt } from './compare-runs.ts';

type Told = Pick<Relation, 'verdict' | 'p' | 'pairs'>;

/** What of a group of `leaderboard.json` tells two of its rows apart. */
export type ToldGroup = {
  superseded: boolean;
  rows: readonly { id: string; sha: string; runId: string }[];
  relations: readonly (Told & { row: string; to: string })[];
};

const turned = { better: 'worse', worse: 'better', 'not apart': 'not apart' } as const;

/**
 * How the leaderboard says that B stands to A, adjusted over all pairs of their table; null unless both are the newest
 * runs of two rows of one table, and where the table has no other pair: then it says what the two say by themselves.
 */
export function tableWords(groups: readonly ToldGroup[], a: RunAt, b: RunAt): string | null {
  for (const { superseded, rows, relations } of groups) {
    const [ofA, ofB] = [a, b].map(({ sha, run }) =>
      rows.find((row) => row.sha === sha && row.runId === run.runId),
    );
    if (superseded || !ofA || !ofB) continue;
    const there = relations.find(({ row, to }) => row === ofB.id && to === ofA.id);
    const back = relations.find(({ row, to }) => row === ofA.id && to === ofB.id);
    const told = there ?? (back && { ...back, verdict: turned[back.verdict] });
    if (told && told.pairs > 1) return relationWords(told);
  }
  return null;
}
