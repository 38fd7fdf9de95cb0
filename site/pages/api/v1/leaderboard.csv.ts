import { leaderboardCsv } from '../../../../harness/publish/board/leaderboard.ts';
import { textResponse } from '../../../data/text-response.ts';
import { siteHistory, stamp } from '../../../history/this-build.ts';

export const GET = () => textResponse(leaderboardCsv(siteHistory.standings, stamp), 'text/csv');
