import * as z from 'zod';
import { AcceptedEndsRecord, AuditRecord } from '../../../../harness/results/records/audit-record.ts';

export const GET = () =>
  Response.json(
    z.toJSONSchema(
      z.strictObject({ audits: z.array(AuditRecord), rightEnds: AcceptedEndsRecord.nullable() }),
      {
        unrepresentable: 'any',
      },
    ),
  );
