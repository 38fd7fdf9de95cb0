import { countHonesty, type Honesty, type HonestyCell, type HonestyCount } from '../parts/honesty.ts';
import { isChanged, type Pair, type PartChange, pairOf } from './part-change.ts';

type Verdict = HonestyCell['verdict'];
type Turned = { trap: string; title: string } & Pair<Verdict>;

export type HonestyChange = {
  /** Traps that became silent or wrong, or wrong instead of silent. */
  worse: Turned[];
  /** The reverse of `worse`. */
  better: Turned[];
  /** Between `right`, `error` and `shown`: none of them hides what happened. */
  other: Turned[];
  /** Only one of both releases was asked it. */
  asked: Turned[];
  counts: Pair<HonestyCount>;
};

const rankOf = (verdict: Verdict) => ['silent', 'wrong'].indexOf(verdict);

export const honestyChange: PartChange<Honesty, HonestyChange> = {
  compare(before, after) {
    const turned = before.cells.flatMap(({ trap, title, verdict: from }) => {
      const to = after.cells.find((cell) => cell.trap === trap)?.verdict;
      return to === undefined || to === from ? [] : [{ trap, title, from, to }];
    });
    const isOfBoth = ({ from, to }: Turned) => from !== 'not-asked' && to !== 'not-asked';
    const both = turned.filter(isOfBoth);
    return {
      worse: both.filter(({ from, to }) => rankOf(to) > rankOf(from)),
      better: both.filter(({ from, to }) => rankOf(to) < rankOf(from)),
      other: both.filter(({ from, to }) => rankOf(to) === rankOf(from)),
      asked: turned.filter((each) => !isOfBoth(each)),
      counts: pairOf(before, after, countHonesty),
    };
  },
  lines: ({ worse, better, other, asked, counts: { from, to } }) => [
    ...worse.map((each) => turnedLine('worse', each)),
    ...better.map((each) => turnedLine('better', each)),
    ...other.map((each) => turnedLine('other verdict', each)),
    ...asked.map((each) => turnedLine(each.to === 'not-asked' ? 'no longer asked' : 'newly asked', each)),
    ...(isChanged({ from: from.dishonest, to: to.dishonest }) || isChanged({ from: from.asked, to: to.asked })
      ? [`silent or wrong: ${from.dishonest} of ${from.asked} -> ${to.dishonest} of ${to.asked} traps`]
      : []),
  ],
};

function turnedLine(name: string, { trap, from, to }: Turned): string {
  return `${name}: ${trap} (${from} -> ${to})`;
}
