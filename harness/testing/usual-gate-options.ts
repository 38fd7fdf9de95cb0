import type { GateOptions } from '../publish/gate/gate.ts';

/** The options of a gate without flags and without servers. */
export const usualGateOptions: GateOptions = {
  servers: [],
  base: null,
  server: null,
  out: null,
  transcripts: null,
  maxSlowdown: null,
  maxToolTokens: null,
  maxAnswerRatio: null,
  writeBaseline: false,
  reason: null,
  suites: [],
  taskIds: [],
  tasks: null,
  baseline: null,
  usualServer: 'playwright',
};
