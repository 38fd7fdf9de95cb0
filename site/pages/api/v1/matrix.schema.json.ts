import * as z from 'zod';
import { MatrixFile } from '../../../data/leaderboard-record.ts';

export const GET = () => Response.json(z.toJSONSchema(MatrixFile, { unrepresentable: 'any' }));
