import { compareRuns } from './compare-runs.ts';
import { leaderboard } from './leaderboard.ts';
import { listRuns } from './list-runs.ts';
import { showEpisode } from './show-episode.ts';
import { showRun } from './show-run.ts';
import type { McpTool } from './tool.ts';

/** In the order of the list that clients get. */
export const tools: readonly McpTool[] = [listRuns, showRun, showEpisode, leaderboard, compareRuns];
