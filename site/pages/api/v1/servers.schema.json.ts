import * as z from 'zod';
import { ServersRecord } from '../../../../harness/results/records/servers-record.ts';

export const GET = () =>
  Response.json(
    z.toJSONSchema(z.strictObject({ servers: z.array(ServersRecord) }), { unrepresentable: 'any' }),
  );
