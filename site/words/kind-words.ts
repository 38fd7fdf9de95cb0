import type { RunKind } from '../../harness/results/records/run-identity.ts';

const words: Record<RunKind, string> = {
  replay: 'recorded calls, a gate and no measure of an agent',
  control: 'a control, which must pass nothing',
  baseline: 'a floor, without a model',
  oracle: 'a ceiling: a written solution, no agent',
  model: 'a model in our loop',
  agent: 'somebody’s agent',
};

/** What a row of this kind is, to stand behind its name. */
export function kindWords(kind: RunKind): string {
  return words[kind];
}
