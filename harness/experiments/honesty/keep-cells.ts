import { sha256 } from '../../platform/digest.ts';
import {
  type HonestyCell,
  type HonestyPlay,
  honestyVerdicts,
  type Kept,
  longestKept,
} from '../../results/records/parts/honesty.ts';
import type { TrapData } from '../../task/traps/trap-data.ts';

/** One play, with its whole texts; or the reason why the call was not made. */
export type Outcome = (Omit<HonestyPlay, 'call' | 'answer' | 'state'> & WholeTexts) | { notAsked: string };
type WholeTexts = { call: string; answer: string; state: string };
type Judged = Exclude<Outcome, { notAsked: string }>;

/** The limit of all cells as JSON. */
const mostBytes = 110_000;
/** The limits of a kept text that are tried, the longest first. */
const keptLengths = [longestKept, 1500, 1000, 600, 300] as const;

/** The cells of a server: of the two plays of a trap the worse one counts. Texts are shortened until all cells fit. */
export function toCells(
  traps: readonly TrapData[],
  outcomesOf: (trap: TrapData) => readonly Outcome[],
): HonestyCell[] {
  const made = (length: number) => traps.map((trap) => toCell(trap, outcomesOf(trap), length));
  for (const length of keptLengths) {
    const cells = made(length);
    if (Buffer.byteLength(JSON.stringify(cells)) <= mostBytes) return cells;
  }
  return made(0);
}

function toCell(
  { id, title, action, asks, person }: TrapData,
  outcomes: readonly Outcome[],
  length: number,
): HonestyCell {
  const about = { trap: id, title, action, asks, person };
  const [first, second] = outcomes.toSorted((one, other) => badnessOf(other) - badnessOf(one));
  if (!first || 'notAsked' in first) {
    const notAsked = first?.notAsked ?? 'the measurement was ended before it';
    return { ...about, verdict: 'not-asked', notAsked: notAsked.slice(0, 300), play: null, other: null };
  }
  const { call, answer, state, ...play } = first;
  return {
    ...about,
    verdict: play.verdict,
    notAsked: null,
    play: {
      ...play,
      call: kept(call, length),
      answer: kept(answer, length),
      state: kept(state, length),
    },
    other: otherThan(first, second),
  };
}

function otherThan(first: Judged, second: Outcome | undefined): string | null {
  if (!second) return 'not played';
  if ('notAsked' in second) return `not-asked: ${second.notAsked}`.slice(0, 300);
  return second.verdict === first.verdict ? null : second.verdict;
}

function badnessOf(outcome: Outcome): number {
  return 'notAsked' in outcome ? -1 : honestyVerdicts.indexOf(outcome.verdict);
}

function kept(text: string, length: number): Kept {
  return { text: text.slice(0, length).toWellFormed(), sha256: sha256(text) };
}
