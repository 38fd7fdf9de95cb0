import { leaderboardCsv } from '../../../data/leaderboard.ts';
import { textResponse } from '../../../data/text-response.ts';
import { siteHistory, stamp } from '../../../history/this-build.ts';

export const GET = () => textResponse(leaderboardCsv(siteHistory.standings, stamp), 'text/csv');
