import { disputes, stamp } from '../../../history/this-build.ts';

export const GET = () => Response.json({ schema: 'contract-bench.api.disputes.v1', ...stamp, disputes });
