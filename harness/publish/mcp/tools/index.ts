import { compareRuns } from './compare-runs.ts';
import { leaderboard } from './leaderboard.ts';
import { listRuns } from './list-runs.ts';
import { showEpisode } from './show-episode.ts';
import { showRun } from './show-run.ts';
import type { McpTool } from './tool.ts';

/** In the order in which a client is told of them. */
export const tools: readonly McpTool[] = [listRuns, showRun, showEpisode, leaderboard, compareRuns];
