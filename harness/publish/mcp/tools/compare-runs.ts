import * as z from 'zod';
import { UserError } from '../../../platform/errors/user-error.ts';
import { compareRuns as compare, tableWords } from '../../board/compare-runs.ts';
import { relationsFile } from '../../board/leaderboard.ts';
import { chooseRunOrRow } from '../open-stock.ts';
import { defineTool, pageFields, pageOf } from './tool.ts';

export const compareRuns = defineTool({
  name: 'compare_runs',
  title: 'Compare two runs',
  description:
    'Two runs, or the newest runs of two rows of the leaderboard, task by task; changed tasks come first. Says whether they are ' +
    'comparable, and whether the difference is statistically significant.',
  input: {
    a: z.string().min(1).describe('the id of a run or a row, or a unique prefix of it'),
    b: z
      .string()
      .min(1)
      .describe('the other run or row; the answer says whether B is better or worse than A'),
    ...pageFields,
  },
  tell: async ({ a, b, ...page }, stock) => {
    const shelf = await stock.read();
    const [first, second] = [chooseRunOrRow(shelf, a, 'a'), chooseRunOrRow(shelf, b, 'b')];
    if (first === second)
      throw new UserError(`b: got ${first.runId}, the same run as a; expected another run`);
    const at = (listed: typeof first) => ({ sha: listed.commit?.sha ?? 'reports', run: shelf.runOf(listed) });
    const [ofA, ofB] = [at(first), at(second)];
    const tables = relationsFile(shelf.standings, { asOf: null }).groups;
    const { names, columns, rows, ...said } = compare(ofA, ofB, tableWords(tables, ofA, ofB));
    const { items, note } = pageOf(rows, page, 'tasks');
    return {
      data: { a: names[0], b: names[1], ...said, columns, rows: items.map(({ cells }) => cells) },
      notes: [note],
    };
  },
});
