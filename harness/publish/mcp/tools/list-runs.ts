import * as z from 'zod';
import type { ListedRun } from '../open-stock.ts';
import { defineTool, pageFields, pageOf } from './tool.ts';

export const listRuns = defineTool({
  name: 'list_runs',
  title: 'Runs',
  description:
    'The runs of this project, newest first: agent and server, suite, number of passed tasks, and commit. ' +
    'Runs with a null commit are in the folder of reports and are not saved in the results.',
  input: {
    suite: z.string().optional().describe('only this suite'),
    named: z
      .string()
      .optional()
      .describe('only runs whose label or id contains this text, such as a model or a server'),
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
      notes: [note, ...(asked.length === 0 && runs.length > 0 ? [`Played suites: ${suites}.`] : [])],
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
      ...(complete ? [] : ['incomplete']),
      ...(partial ? ['part of its suite'] : []),
      ...(rehearsal ? ['unofficial'] : []),
      ...(dirty ? ['from a changed checkout'] : []),
      ...(commit === null ? ['not saved in the results'] : []),
    ],
    marks: marks.map(({ text }) => text),
    hasEvents,
    commit,
  };
}
