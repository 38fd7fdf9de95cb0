import type { LinePoint, LineRound } from '../history/contender-lines.ts';

/** Coordinates in a stretched box of 1000 by 100: shares from the bottom, runs from the left. */
export type ScoreLine = {
  rounds: { band: string; line: string; dots: string }[];
  /** Places where a new round begins, and where the server has another version. */
  breaks: number[];
  upgrades: { x: number; version: string }[];
};

/** Number of runs that are shown, from the last; series.csv has all. */
export const lineLength = 200;

/** The newest runs of a line. A round without a run among them is left out. */
export function newestRounds(rounds: readonly LineRound[]): LineRound[] {
  let room = lineLength;
  const kept = rounds.toReversed().map((round) => {
    const points = room === 0 ? [] : round.points.slice(-room);
    room -= points.length;
    return { ...round, points };
  });
  return kept.reverse().filter(({ points }) => points.length > 0);
}

/** A replay plays recorded calls, so it has no band. Null with fewer than two runs. */
export function scoreLineOf(rounds: readonly LineRound[], hasBand: boolean): ScoreLine | null {
  const count = rounds.reduce((sum, { points }) => sum + points.length, 0);
  if (count < 2) return null;
  const x = (place: number) => tenth((1000 * place) / (count - 1));
  let place = 0;
  const placed = rounds.map(({ points }) => points.map((point) => ({ point, at: x(place++) })));
  return {
    rounds: placed.map((points) => ({
      band: hasBand ? bandOf(points) : '',
      line: points
        .map(({ point, at }, index) => `${index === 0 ? 'M' : 'L'}${at} ${y(point.score.rate)}`)
        .join(''),
      dots: points.map(({ point, at }) => `M${at} ${y(point.score.rate)}h0`).join(''),
    })),
    breaks: placed.slice(1).flatMap((points, index) => {
      const [last, first] = [placed[index]?.at(-1), points[0]];
      return last && first ? [tenth((last.at + first.at) / 2)] : [];
    }),
    upgrades: placed
      .flat()
      .flatMap(({ point, at }) => (point.isUpgrade ? [{ x: at, version: point.version }] : [])),
  };
}

function bandOf(points: readonly { point: LinePoint; at: number }[]): string {
  const edge = (bound: 0 | 1) => points.map(({ point, at }) => `${at} ${y(point.score.wilson95[bound])}`);
  return `M${[...edge(1), ...edge(0).reverse()].join('L')}Z`;
}

function y(share: number): number {
  return tenth(100 * (1 - share));
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
