import * as z from 'zod';
import { ChannelsRecord } from '../../../../harness/results/records/channels-record.ts';

export const GET = () =>
  Response.json(
    z.toJSONSchema(z.strictObject({ servers: z.array(ChannelsRecord) }), { unrepresentable: 'any' }),
  );
