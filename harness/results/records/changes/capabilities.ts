import { count } from '../../../platform/words/format.ts';
import type { CapabilityCell } from '../capabilities-record.ts';
import type { Capabilities } from '../parts/capabilities.ts';
import { isChanged, type Pair, type PartChange, pairOf } from './part-change.ts';

type Verdict = CapabilityCell['verdict'];

/** From the best to the worst. */
const ranks: readonly Verdict[] = ['native', 'script', 'cannot'];

const words: Record<Verdict, string> = {
  native: 'by its own tools',
  script: 'only by script',
  cannot: 'not at all',
};

type Turned = { capability: string; title: string } & Pair<Verdict>;

export type CapabilitiesChange = {
  won: Turned[];
  lost: Turned[];
  /** Capabilities by its own tools. */
  native: Pair<number>;
  seeds: Pair<number>;
};

export const capabilitiesChange: PartChange<Capabilities, CapabilitiesChange> = {
  compare(before, after) {
    const turned = before.cells.flatMap(({ capability, title, verdict: from }) => {
      const to = after.cells.find((cell) => cell.capability === capability)?.verdict;
      return to === undefined || to === from ? [] : [{ capability, title, from, to }];
    });
    const isWon = ({ from, to }: Turned) => ranks.indexOf(to) < ranks.indexOf(from);
    return {
      won: turned.filter(isWon),
      lost: turned.filter((each) => !isWon(each)),
      native: pairOf(
        before,
        after,
        ({ cells }) => cells.filter(({ verdict }) => verdict === 'native').length,
      ),
      seeds: pairOf(before, after, ({ seeds }) => seeds.length),
    };
  },
  lines: ({ won, lost, native, seeds }) => {
    const lines = [
      ...lost.map((each) => turnedLine('lost', each)),
      ...won.map((each) => turnedLine('won', each)),
    ];
    if (lines.length === 0) return [];
    const total = isChanged(native) ? [`by its own tools: ${native.from} -> ${native.to}`] : [];
    const note = isChanged(seeds) ? [`played on ${seeds.from} and on ${count(seeds.to, 'seed')}`] : [];
    return [...lines, ...total, ...note];
  },
};

function turnedLine(name: string, { capability, from, to }: Turned): string {
  return `${name}: ${capability} (${words[from]} -> ${words[to]})`;
}
