import { channelsRecords, stamp } from '../../../history/this-build.ts';

export const GET = () =>
  Response.json({ schema: 'contract-bench.api.channels.v1', ...stamp, servers: channelsRecords });
