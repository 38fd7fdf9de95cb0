import * as z from 'zod';
import type { ListedRun } from '../open-stock.ts';
import { defineTool, pageFields, pageOf } from './tool.ts';

export const listRuns = defineTool({
  name: 'list_runs',
  title: 'Runs',
  description:
    'The runs of this project, newest first: who played which suite, how many tasks passed, and at which commit. ' +
    'Runs whose commit is null lie below the folder of reports and were appended to no results.',
  input: {
    suite: z.string().optional().describe('only of this suite'),
    named: z
      .string()
      .optional()
      .describe('only those whose label or id has these words in it, as a model or a server'),
    ...pageFields,
  },
  tell: async ({ suite, named, ...page }, stock) => {
    const { runs } = await stock.read();
    const asked = runs.filter(
      (run) =>
        (suite === undefined || run.suite === suite) &&
        (named === undefined || `${run.label} ${run.runId}`.toLowerCase().includes(named.toLowerCase())),
    );
    const { items, note } = pageOf(asked.map(told), page, 'runs');
    const suites = [...new Set(runs.map((run) => run.suite))].sort().join(', ') || 'none';
    return {
      data: { runs: items },
      notes: [
        note,
        ...(asked.length === 0 && runs.length > 0 ? [`Suites that were played: ${suites}.`] : []),
      ],
    };
  },
});

function told({ marks, commit, label, ...run }: ListedRun) {
  const { runId, suite, kind, startedAt, passed, errored, complete, partial, rehearsal, dirty, hasEvents } =
    run;
  return {
    runId,
    suite,
    kind,
    played: label,
    startedAt,
    passed,
    errored,
    score: run.score,
    episodes: run.episodes,
    medianDurationMs: run.medianDurationMs,
    notRanked: [
      ...(complete ? [] : ['not complete']),
      ...(partial ? ['a part of its suite'] : []),
      ...(rehearsal ? ['a rehearsal'] : []),
      ...(dirty ? ['from a changed checkout'] : []),
      ...(commit === null ? ['not appended to the results'] : []),
    ],
    marks: marks.map(({ text }) => text),
    hasEvents,
    commit,
  };
}
