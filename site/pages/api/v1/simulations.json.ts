import simulations from '../../../data/simulations.json' with { type: 'json' };
import { stamp } from '../../../history/this-build.ts';

export const GET = () =>
  Response.json({ schema: 'contract-bench.api.simulations.v1', ...stamp, simulations });
