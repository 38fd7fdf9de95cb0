import * as z from 'zod';
import type { Result } from '../../../results/records/result.ts';
import { statuses } from '../../../results/records/statuses.ts';
import { whyNotPassed } from '../../../results/records/why-not-passed.ts';
import { chooseRun } from '../open-stock.ts';
import { defineTool, measuredNote, measuredOrNull, pageFields, pageOf } from './tool.ts';

export const showRun = defineTool({
  name: 'show_run',
  title: 'One run',
  description:
    'The episodes of a run: the status of each task and trial, its cost, and one line on why it did not pass. ' +
    'show_episode shows one of them step by step.',
  input: {
    run: z.string().min(1).describe('its id, or a unique prefix of it (see list_runs)'),
    only: z.enum(['all', 'not_passed']).default('all').describe('the episodes to list'),
    ...pageFields,
  },
  tell: async ({ run: asked, only, ...page }, stock) => {
    const shelf = await stock.read();
    const listed = chooseRun(shelf, asked);
    const run = shelf.runOf(listed);
    const episodes = run.episodes.filter(({ success }) => only === 'all' || !success);
    const { items, note } = pageOf(episodes.map(told), page, 'episodes');
    const { runId, suite, startedAt, durationMs, complete, config, totals, notRun = [] } = run;
    return {
      data: {
        runId,
        suite,
        played: listed.label,
        kind: config.kind,
        commit: listed.commit,
        startedAt,
        durationMs,
        complete,
        totals,
        notRun: notRun.slice(0, 20),
        episodes: items,
      },
      notes: [
        note,
        ...(notRun.length > 20 ? [`Only 20 of ${notRun.length} tasks without a run are listed.`] : []),
        measuredNote,
      ],
    };
  },
});

function told(result: Result) {
  const { taskId, trial, status, steps, toolCalls, durationMs, tokens, usd } = result;
  return {
    taskId,
    trial,
    status,
    means: statuses[status].words,
    steps,
    toolCalls,
    durationMs,
    tokens,
    usd,
    why: result.success ? null : measuredOrNull(whyNotPassed(result)),
  };
}
