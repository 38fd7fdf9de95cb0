import { audits, stamp } from '../../../history/this-build.ts';

export const GET = () =>
  Response.json({
    schema: 'contract-bench.api.audits.v1',
    ...stamp,
    audits: audits.records,
    rightEnds: audits.rightEnds,
  });
