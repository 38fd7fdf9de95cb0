import * as z from 'zod';
import { CapabilitiesRecord } from '../../../../harness/results/records/capabilities-record.ts';

export const GET = () =>
  Response.json(
    z.toJSONSchema(z.strictObject({ servers: z.array(CapabilitiesRecord) }), { unrepresentable: 'any' }),
  );
