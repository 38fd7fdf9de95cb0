import * as z from 'zod';
import { ChannelsRecord } from '../../../../harness/result/channels-record.ts';

export const GET = () =>
  Response.json(
    z.toJSONSchema(z.strictObject({ servers: z.array(ChannelsRecord) }), { unrepresentable: 'any' }),
  );
