import { leaderboardCsv } from '../../../data/leaderboard.ts';
import { textResponse } from '../../../data/text-response.ts';
import { stamp } from '../../../data/this-build.ts';
import { siteHistory } from '../../../history/site-history.ts';

export const GET = () => textResponse(leaderboardCsv(siteHistory.standings, stamp), 'text/csv');
