import { relationsFile } from '../../../../harness/publish/board/leaderboard.ts';
import { siteHistory, stamp } from '../../../history/this-build.ts';

export const GET = () => Response.json(relationsFile(siteHistory.standings, stamp));
