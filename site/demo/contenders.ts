import { sha256 } from '../../harness/digest/digest.ts';
import type { RunConfig } from '../../harness/result/result.ts';

/** What is compared in a synthetic history. The servers exist, the models do not; no number here was measured. */
export type Contender = Pick<RunConfig, 'kind' | 'adapter' | 'model' | 'server'> & {
  /** Logit of the chance to pass a task of middling difficulty, at the first commit. */
  skill: number;
  /** By how much the skill grows over the history. */
  gain: number;
  msPerStep: number;
  bytesPerCall: number;
  usdPerStep: number;
};

export const contenders: readonly [Contender, ...Contender[]] = [
  replay('playwright', '@playwright/mcp', '0.0.83', { msPerStep: 640, bytesPerCall: 1400 }),
  replay('chrome-devtools', 'chrome-devtools-mcp', '1.11.0', { msPerStep: 820, bytesPerCall: 2300 }),
  replay('openchrome', null, '1.6.2', { msPerStep: 710, bytesPerCall: 900 }),
  model('example-model-large', { skill: 1.4, gain: 0.9, msPerStep: 5200, usdPerStep: 0.0061 }),
  model('example-model-small', { skill: -0.2, gain: 0.5, msPerStep: 2100, usdPerStep: 0.0007 }),
];

function replay(
  id: string,
  npmPackage: string | null,
  version: string,
  pace: Pick<Contender, 'msPerStep' | 'bytesPerCall'>,
): Contender {
  const server = { id, package: npmPackage, version, toolsSha256: sha256(`tools of ${id}`), confined: null };
  return {
    kind: 'replay',
    adapter: 'replay',
    model: null,
    server,
    skill: 6,
    gain: 0,
    usdPerStep: 0,
    ...pace,
  };
}

function model(
  name: string,
  pace: Pick<Contender, 'skill' | 'gain' | 'msPerStep' | 'usdPerStep'>,
): Contender {
  const server = {
    id: 'playwright',
    package: '@playwright/mcp',
    version: '0.0.83',
    toolsSha256: null,
    confined: null,
  };
  const asked = {
    asked: name,
    answered: name,
    api: 'chat',
    endpoint: 'vendor',
    effort: null,
    maxTokens: 4096,
  } as const;
  return { kind: 'model', adapter: 'openai', model: asked, server, bytesPerCall: 1900, ...pace };
}
