/** Invented releases for tests: tool lists, traps and capabilities of which a test states what it needs. */

import type { CapabilityCell } from '../records/capabilities-record.ts';
import type { HonestyCell } from '../records/parts/honesty.ts';
import type { ReleaseRecord } from '../records/release-record.ts';
import { exampleHead, exampleRelease } from './example-release.ts';

type Parts = ReleaseRecord['parts'];
const tokenizer = { name: 'a-tokenizer', encoding: 'words', version: '1.0.0' };

/** Tools by name, each with its required arguments. */
export function exampleTools(
  tokens: number,
  tools: Readonly<Record<string, readonly string[]>>,
): Parts['tools'] {
  return {
    ...exampleHead,
    ...{ editionSha256: 'tools', tokenizer, protocol: null, instructions: null, notes: [] },
    list: { tools: Object.keys(tools).length, bytes: tokens * 4, tokens, sha256: `${tokens}` },
    tools: Object.entries(tools).map(([name, required]) => ({
      ...{ name, required: [...required], arguments: [...required] },
      tokens: { name: 1, description: name.length, schema: required.length },
      sha256: `${name} ${required}`,
    })),
  };
}

export function exampleHonesty(
  verdicts: readonly HonestyCell['verdict'][],
  editionSha256 = 'traps',
): Parts['honesty'] {
  return {
    ...exampleHead,
    editionSha256,
    cells: verdicts.map((verdict, at) => ({
      ...{
        trap: `trap-${at}`,
        title: `Trap ${at}`,
        action: 'click',
        asks: 'It is saved.',
        person: 'Nothing.',
      },
      ...{ verdict, notAsked: verdict === 'not-asked' ? 'no tool' : null, play: null, other: null },
    })),
  };
}

export function exampleCapabilities(
  verdicts: Readonly<Record<string, CapabilityCell['verdict']>>,
  editionSha256 = 'gym',
): Parts['capabilities'] {
  return {
    ...exampleHead,
    ...{ editionSha256, tokenizer, seeds: [1], words: [] },
    suite: { id: 'gym', edition: 1, webSha256: editionSha256 },
    cells: Object.entries(verdicts).map(([capability, verdict]) => ({
      ...{ capability, verdict, title: `To ${capability}`, way: null, tools: [], calls: null, bytes: null },
      ...{ tokens: null, missing: [], failed: [] },
    })),
  };
}

/** A release without a part that could be measured. */
export function brokenRelease(version: string, why: string): ReleaseRecord {
  const part = { broken: why };
  const parts = { tools: part, cost: part, capabilities: part, exposure: part, honesty: part, reach: part };
  return exampleRelease({ server: { version }, parts });
}
