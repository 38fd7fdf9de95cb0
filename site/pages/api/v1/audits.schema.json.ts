import * as z from 'zod';
import { AuditRecord, RightEndsRecord } from '../../../../harness/results/records/audit-record.ts';

export const GET = () =>
  Response.json(
    z.toJSONSchema(z.strictObject({ audits: z.array(AuditRecord), rightEnds: RightEndsRecord.nullable() }), {
      unrepresentable: 'any',
    }),
  );
