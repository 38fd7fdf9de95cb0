import type { ChannelGroup, Exposure } from '../parts/exposure.ts';
import { listLine } from './change-words.ts';
import { isChanged, type Pair, type PartChange, pairOf, without } from './part-change.ts';

const groups = ['names', 'invisible', 'source'] as const satisfies readonly ChannelGroup[];
type Group = (typeof groups)[number];

const groupWords: Record<Group, string> = {
  names: 'names of elements',
  invisible: 'invisible text',
  source: 'text of the source',
};

type Reading = 'usual' | 'any';

export type ExposureChange = {
  groups: { group: Group; of: number; usual: Pair<number>; any: Pair<number> }[];
  /** Visible texts that the answers leave out. */
  missed: { of: number; usual: Pair<number>; any: Pair<number> };
  /** Ids of hidden texts that only one of both returns. */
  shown: Record<Reading, string[]>;
  hidden: Record<Reading, string[]>;
  /** Words with which an answer marks the page as untrusted. */
  marked: Pair<string | null>;
};

export const exposureChange: PartChange<Exposure, ExposureChange> = {
  compare(before, after) {
    const any = pairOf(before, after, (part) => textsOf(part, 'any'));
    const usual = pairOf(before, after, (part) => textsOf(part, 'usual'));
    return {
      groups: groups.map((group) => ({
        ...{ group, of: after[group].of },
        usual: pairOf(before, after, (part) => part[group].usual),
        any: pairOf(before, after, (part) => part[group].any),
      })),
      missed: {
        of: after.missed.of,
        usual: pairOf(before, after, ({ missed }) => missed.usual),
        any: pairOf(before, after, ({ missed }) => missed.any),
      },
      shown: { usual: without(usual.to, usual.from), any: without(any.to, any.from) },
      hidden: { usual: without(usual.from, usual.to), any: without(any.from, any.to) },
      marked: pairOf(
        before,
        after,
        ({ tools }) => tools.find(({ marked }) => marked !== null)?.marked ?? null,
      ),
    };
  },
  lines: ({ groups: found, missed, shown, hidden, marked }) => [
    ...listLine('hidden texts newly in the usual reading', shown.usual),
    ...listLine('hidden texts newly in any answer', shown.any),
    ...listLine('hidden texts no longer in the usual reading', hidden.usual),
    ...listLine('hidden texts no longer in any answer', hidden.any),
    ...found.flatMap(({ group, of, usual, any }) => countLine(groupWords[group], of, usual, any)),
    ...countLine('visible texts left out', missed.of, missed.usual, missed.any),
    ...(isChanged(marked)
      ? [`mark of untrusted content: ${marked.from ?? 'none'} -> ${marked.to ?? 'none'}`]
      : []),
  ],
};

function countLine(name: string, of: number, usual: Pair<number>, any: Pair<number>): string[] {
  const words = [
    ...(isChanged(usual) ? [`usual reading ${usual.from} -> ${usual.to} of ${of}`] : []),
    ...(isChanged(any) ? [`any answer ${any.from} -> ${any.to} of ${of}`] : []),
  ];
  return words.length === 0 ? [] : [`${name}: ${words.join('; ')}`];
}

/** The hidden texts in the answer of the usual reading, or in any answer. */
function textsOf({ channels, tools, usual }: Exposure, reading: Reading): Set<string> {
  const read = reading === 'any' ? tools : tools.filter((_, at) => at === usual);
  const found = new Set(read.flatMap((tool) => tool.found));
  return new Set(channels.filter(({ id, group }) => group !== 'seen' && found.has(id)).map(({ id }) => id));
}
