import { leaderboard } from '../../../../harness/publish/board/leaderboard.ts';
import { references, siteHistory, stamp } from '../../../history/this-build.ts';

export const GET = () => Response.json(leaderboard(siteHistory.standings, references, stamp));
