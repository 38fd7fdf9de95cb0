/** The numbers of a release for cards and badges, the most telling first. */
import { formatCount } from '../../harness/platform/words/format.ts';
import { countHonesty } from '../../harness/results/records/parts/honesty.ts';
import { measuredPart } from '../../harness/results/records/release-record.ts';
import { dishonestWords } from './honesty.ts';
import type { ReleasePage } from './release-pages.ts';
import { taskTokens } from './servers.ts';

export type ReleaseNumber = { value: string; words: string };

export function releaseNumbers(
  { record, cost }: Pick<ReleasePage, 'record' | 'cost'>,
  suiteName: (id: string) => string,
): ReleaseNumber[] {
  const honesty = record && measuredPart(record, 'honesty');
  const capabilities = record && measuredPart(record, 'capabilities');
  const exposure = record && measuredPart(record, 'exposure');
  const list = (record && measuredPart(record, 'tools')?.list.tokens) ?? cost?.cost.toolList.tokens;
  const hidden = exposure && [exposure.invisible, exposure.source];
  return [
    ...(honesty ? [{ value: dishonestWords(countHonesty(honesty)), words: 'traps silent or wrong' }] : []),
    ...(capabilities
      ? [
          {
            value: `${capabilities.cells.filter(({ verdict }) => verdict === 'native').length} of ${capabilities.cells.length}`,
            words: 'capabilities by its own tools',
          },
        ]
      : []),
    ...(cost?.suites ?? []).flatMap((suite) => {
      const tokens = cost && taskTokens(cost, suite);
      return tokens === null
        ? []
        : [
            {
              value: formatCount(Math.round(tokens)),
              words: `tokens per task (${suiteName(suite.suite)})`,
            },
          ];
    }),
    ...(list === undefined || list === null
      ? []
      : [{ value: formatCount(list), words: 'tokens of the tool list' }]),
    ...(hidden
      ? [
          {
            value: `${hidden.reduce((sum, { usual }) => sum + usual, 0)} of ${hidden.reduce((sum, { of }) => sum + of, 0)}`,
            words: 'hidden texts in the usual answer',
          },
        ]
      : []),
  ];
}
