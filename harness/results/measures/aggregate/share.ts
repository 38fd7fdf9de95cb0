import { formatCount } from '../../../platform/words/format.ts';
import { wilson95 } from '../../statistics/statistics.ts';
import type { Core } from '../measure.ts';
import { type Aggregate, type RowScore, record, type Score } from './aggregate.ts';

/**
 * The share of episodes whose value is 1, out of all episodes. Its 95 % interval is Wilson's interval for these tasks;
 * for tasks of unequal difficulty it is wider than necessary (Hoeffding 1956, doi 10.1214/aoms/1177728178). Stored by
 * the id; a point and the columns of a CSV use the names of `fields`.
 */
export function share<const Passed extends string, const Total extends string>(fields: {
  passed: Passed;
  total: Total;
  rate: string;
}) {
  return <Id extends string, Episode extends { taskId: string }>({
    id,
    title,
    unit,
    of,
    names,
  }: Core<Id, Episode>): Aggregate<
    Episode,
    Record<Id, Score>,
    Record<Id, RowScore>,
    Record<Passed | Total, number>
  > => {
    const passedOf = (episodes: readonly Episode[]) => episodes.filter((episode) => of(episode) === 1).length;
    const scoreOf = (episodes: readonly Episode[]): Score => {
      const passed = passedOf(episodes);
      const total = episodes.length;
      return {
        passed,
        total,
        rate: total === 0 ? 0 : passed / total,
        wilson95: wilson95(passed, total),
      };
    };
    const totals = (episodes: readonly Episode[]) => record([[id, scoreOf(episodes)]]);
    const intervalText = ({ wilson95: bounds }: Score) =>
      bounds.map(unit.exact).join(' - ').replace(' %', '');
    return {
      name: title,
      stored: record([[id, 'score']]),
      totals,
      // The page of a run draws the score itself.
      lines: () => [],
      terminal: [
        {
          name: names?.terminal ?? title.toLowerCase(),
          of: (episodes, { leftOut }) => `${passedOf(episodes)} / ${episodes.length + leftOut}`,
        },
        {
          name: '95 % interval',
          // A partial run has no share of the suite, and a deterministic run has no interval.
          of: (episodes, { isWhole, deterministic }) =>
            isWhole && !deterministic ? intervalText(scoreOf(episodes)) : '-',
        },
      ],
      row: totals,
      reading: ({ [id]: score }) => ({
        value: score.rate,
        text: `${score.passed} / ${score.total}`,
        interval: null,
        exact: `${score.passed} / ${score.total}`,
        score,
        over: null,
      }),
      columns: [
        { name: fields.passed, of: ({ [id]: score }) => score.passed },
        { name: fields.total, of: ({ [id]: score }) => score.total },
        { name: fields.rate, of: ({ [id]: score }) => score.rate },
        { name: `${fields.rate}Low95`, of: ({ [id]: score }) => score.wilson95?.[0] ?? null },
        { name: `${fields.rate}High95`, of: ({ [id]: score }) => score.wilson95?.[1] ?? null },
      ],
      point: (episodes) =>
        record<Passed | Total, number>([
          [fields.passed, passedOf(episodes)],
          [fields.total, episodes.length],
        ]),
      pointColumns: [
        { name: fields.passed, of: (point) => point[fields.passed] },
        { name: fields.total, of: (point) => point[fields.total] },
      ],
      at: (point) => (point[fields.total] === 0 ? null : point[fields.passed] / point[fields.total]),
      countsAt: ({ [fields.passed]: passed, [fields.total]: total }) => ({ passed, total }),
      formatAt: (value, { [fields.total]: total }) => `${formatCount(value * total)} / ${formatCount(total)}`,
      isDrawn: true,
      isRelative: false,
    };
  };
}
