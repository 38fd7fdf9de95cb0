import { leaderboard } from '../../../data/leaderboard.ts';
import { references, stamp } from '../../../data/this-build.ts';
import { siteHistory } from '../../../history/site-history.ts';

export const GET = () => Response.json(leaderboard(siteHistory.standings, references, stamp));
