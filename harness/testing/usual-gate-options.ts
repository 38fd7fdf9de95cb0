import type { GateOptions } from '../publish/gate/gate.ts';

/** Of a gate that is asked for nothing in particular and knows no server. */
export const usualGateOptions: GateOptions = {
  servers: [],
  base: null,
  server: null,
  out: null,
  transcripts: null,
  maxSlowdown: null,
  maxAnswerRatio: null,
  writeBaseline: false,
  reason: null,
  suites: [],
  taskIds: [],
  tasks: null,
  baseline: null,
  usualServer: 'playwright',
};
