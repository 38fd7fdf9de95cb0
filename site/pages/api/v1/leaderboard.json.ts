import { leaderboard } from '../../../data/leaderboard.ts';
import { references, siteHistory, stamp } from '../../../history/this-build.ts';

export const GET = () => Response.json(leaderboard(siteHistory.standings, references, stamp));
