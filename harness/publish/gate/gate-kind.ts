import type { Run } from '../../results/records/result.ts';

/** What a gate asks for: replays of committed transcripts, or the oracle's walkthroughs, as a suite says. */
export type GateKind = 'transcripts' | 'oracle';

const adapterOf: Record<GateKind, string> = { transcripts: 'replay', oracle: 'oracle' };

/** Of a run that a gate can judge; null of any other. */
export function gateKindOf({ config: { adapter, web, kind } }: Run): GateKind | null {
  if (web !== 'hermetic' || (kind !== 'replay' && kind !== 'oracle')) return null;
  if (adapter === adapterOf.transcripts) return 'transcripts';
  return adapter === adapterOf.oracle ? 'oracle' : null;
}
