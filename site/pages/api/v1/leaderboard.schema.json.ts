import * as z from 'zod';
import { LeaderboardFile } from '../../../data/leaderboard-record.ts';

export const GET = () => Response.json(z.toJSONSchema(LeaderboardFile, { unrepresentable: 'any' }));
