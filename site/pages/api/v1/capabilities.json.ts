import { capabilitiesRecords, stamp } from '../../../history/this-build.ts';

export const GET = () =>
  Response.json({ schema: 'contract-bench.api.capabilities.v1', ...stamp, servers: capabilitiesRecords });
