import { sha256 } from '../../harness/platform/digest.ts';
import type { RunConfig } from '../../harness/results/records/result.ts';

/** They exist; the models do not. */
export const servers = {
  playwright: server('playwright', '@playwright/mcp', '0.0.83'),
  'chrome-devtools': server('chrome-devtools', 'chrome-devtools-mcp', '1.11.0'),
  openchrome: server('openchrome', null, '1.6.2'),
};

function server(id: string, npmPackage: string | null, version: string): RunConfig['server'] {
  return { id, package: npmPackage, version, toolsSha256: sha256(`tools of ${id}`), confined: null };
}

/** What is compared in a synthetic history. No number here was measured. */
export type Contender = Pick<RunConfig, 'kind' | 'adapter' | 'model' | 'server' | 'price'> & {
  /** How a foreign agent was let in. */
  door: RunConfig['agent']['door'];
  /** Logit of the chance to pass a task of middling difficulty, at the first commit. */
  skill: number;
  /** By how much the skill grows over the history. */
  gain: number;
  msPerStep: number;
  bytesPerCall: number;
  usdPerStep: number;
};

/** Those that every commit plays in turn. */
export const contenders: readonly [Contender, ...Contender[]] = [
  replay(servers.playwright, { msPerStep: 640, bytesPerCall: 1400 }),
  replay(servers['chrome-devtools'], { msPerStep: 820, bytesPerCall: 2300 }),
  replay(servers.openchrome, { msPerStep: 710, bytesPerCall: 900 }),
  model('example-model-large', { skill: 1.4, gain: 0.9, msPerStep: 5200, usdPerStep: 0.0061 }),
  model('example-model-small', { skill: -0.2, gain: 0.5, msPerStep: 2100, usdPerStep: 0.0007 }),
];

function replay(server: Contender['server'], pace: Pick<Contender, 'msPerStep' | 'bytesPerCall'>): Contender {
  const decides = { kind: 'replay', adapter: 'replay', door: 'none', model: null, price: null } as const;
  return { ...decides, server, skill: 6, gain: 0, usdPerStep: 0, ...pace };
}

/** A model in our loop. */
export function model(
  name: string,
  pace: Pick<Contender, 'skill' | 'gain' | 'msPerStep' | 'usdPerStep'>,
  server: Contender['server'] = servers.playwright,
): Contender {
  const asked = { effort: null, maxTokens: 4096, asked: name, answered: name };
  // Of input alone, of which a step has most.
  const perMillion = (pace.usdPerStep / 1800) * 1e6;
  const price = { input: perMillion, output: 0, cacheRead: 0, cacheWrite: 0, date: '2026-01-01' };
  return {
    kind: 'model',
    adapter: 'openai',
    door: 'none',
    model: { ...asked, api: 'chat', endpoint: 'vendor' },
    price: { ...price, source: 'table' },
    server,
    bytesPerCall: 1900,
    ...pace,
  };
}
