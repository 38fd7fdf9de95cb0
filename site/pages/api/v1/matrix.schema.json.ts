import * as z from 'zod';
import { MatrixFile } from '../../../data/matrix-record.ts';

export const GET = () => Response.json(z.toJSONSchema(MatrixFile, { unrepresentable: 'any' }));
