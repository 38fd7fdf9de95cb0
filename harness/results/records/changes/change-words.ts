import { fixed, formatCount } from '../../../platform/words/format.ts';
import { isChanged, type Pair } from './part-change.ts';

/** `1,200 -> 1,320 (+10.0 %)`. */
export function amountWords({ from, to }: Pair<number>): string {
  if (from === to) return formatCount(from);
  const share = from === 0 ? '' : ` (${to > from ? '+' : ''}${fixed(((to - from) / from) * 100, 1)} %)`;
  return `${formatCount(from)} -> ${formatCount(to)}${share}`;
}

export function pairWords({ from, to }: Pair<string | number>): string {
  return isChanged({ from, to }) ? `${from} -> ${to}` : String(from);
}

/** `name: a, b`; no line without members. */
export function listLine(name: string, members: readonly string[]): string[] {
  return members.length === 0 ? [] : [`${name}: ${members.join(', ')}`];
}
