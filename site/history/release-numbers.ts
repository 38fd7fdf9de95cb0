/** The numbers of a release for cards and badges, the most telling first. */
import { formatCount } from '../../harness/platform/words/format.ts';
import type { Cost } from '../../harness/results/records/parts/cost.ts';
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

type SuiteOfCost = Pick<Cost['suites'][number], 'calls' | 'tokens' | 'charged' | 'tasks'>;

/**
 * Means over the passed tasks of a suite: calls, tokens of the answers, and tokens sent once, in every request and with
 * a prompt cache. They are computed from the tasks, because the stored means are rounded, and a page rounds again. A
 * record of an earlier format has no tasks here and gives its stored means.
 */
export function suiteMeans({ calls, tokens, charged, tasks }: SuiteOfCost): (number | null | undefined)[] {
  const passed = tasks.filter((task) => task.passed);
  if (passed.length === 0) return [calls, tokens, charged?.once, charged?.conversation, charged?.cached];
  const mean = (of: (task: (typeof passed)[number]) => number) =>
    passed.reduce((sum, task) => sum + of(task), 0) / passed.length;
  return [
    mean((task) => task.calls),
    mean((task) => task.tokens),
    ...(['once', 'conversation', 'cached'] as const).map((way) => mean((task) => task.charged[way])),
  ];
}
