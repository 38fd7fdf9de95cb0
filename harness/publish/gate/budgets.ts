import path from 'node:path';
import { count } from '../../platform/words/format.ts';
import { ownId } from '../../results/records/custom-id.ts';
import type { Run } from '../../results/records/result.ts';
import { compareAnswers, type Recordings, type SuiteAnswers, times } from './compare-answers.ts';
import { runsOfFolder } from './find-runs.ts';
import type { GateFailure, GateRun, SuiteJudgement } from './judge-gate.ts';

/** The limits of a server's costs; null: no limit. */
export type Budgets = {
  /** Maximum tokens of the tool list. */
  maxToolTokens: number | null;
  /** Maximum ratio of the answers' bytes to the recorded bytes. */
  maxAnswerRatio: number | null;
};

type Played = Pick<SuiteJudgement, 'suite' | 'judged'>;

/** A failure for each budget that is exceeded. An unknown number is a failure too. `file`: where no run is at fault. */
export function budgetFailures(
  { maxToolTokens, maxAnswerRatio }: Budgets,
  { suites, answers }: { suites: readonly Played[]; answers: readonly SuiteAnswers[] },
  file: string,
): GateFailure[] {
  const played = suites.filter(({ judged }) => judged.length > 0);
  const unplayed = (flag: string): GateFailure[] =>
    played.length > 0 ? [] : [failureOf(file, `--${flag}: no run was judged`, 'nothing was played')];
  return [
    ...(maxToolTokens === null
      ? []
      : [
          ...unplayed('max-tool-tokens'),
          ...toolFailures(
            played.flatMap(({ judged }) => judged),
            maxToolTokens,
          ),
        ]),
    ...(maxAnswerRatio === null
      ? []
      : [
          ...unplayed('max-answer-ratio'),
          ...played.flatMap((suite) => answerFailures(suite, answers, maxAnswerRatio)),
        ]),
  ];
}

function failureOf(file: string, what: string, title: string): GateFailure {
  return { file, task: null, title, what };
}

/** One failure for each tool list, however many runs used it. */
function toolFailures(runs: readonly GateRun[], most: number): GateFailure[] {
  const found = runs.flatMap(({ file, run }) => {
    const what = toolFault(run, most);
    return what === null
      ? []
      : [failureOf(file, `${what}; --max-tool-tokens is ${most}`, 'larger tool list')];
  });
  return [...new Map(found.toReversed().map((each) => [each.what, each])).values()].toReversed();
}

function toolFault({ config: { server } }: Run, most: number): string | null {
  const { toolList } = server;
  if (toolList === undefined) return 'the run does not have the size of the tool list: play it again';
  if (toolList.tokens === null)
    return 'the tokens of the tool list are unknown because gpt-tokenizer was not installed: run npm i -D gpt-tokenizer, then play again';
  return toolList.tokens > most
    ? `the tool list of ${count(toolList.tools, 'tool')} has ${count(toolList.tokens, 'token')}`
    : null;
}

function answerFailures(
  { suite, judged: [first] }: Played,
  answers: readonly SuiteAnswers[],
  most: number,
): GateFailure[] {
  const why = answerFault(answers.find((each) => each.suite === suite) ?? null, most);
  if (why === null) return [];
  const what = `${suite}: ${why}; --max-answer-ratio is ${most}`;
  return [failureOf(first?.file ?? suite, what, `${suite}: larger answers`)];
}

function answerFault(answers: SuiteAnswers | null, most: number): string | null {
  if (answers === null || answers.episodes === 0)
    return 'no recorded answers to compare with: record the tasks, or choose other suites with --suite';
  const { ratio, bytes, recordedBytes, uncompared } = answers;
  if (ratio === null) return 'no task passed whose answers have a known size';
  if (ratio > most)
    return `answers of ${bytes} bytes, ${times(ratio)} the ${recordedBytes} of the recordings`;
  return uncompared > 0
    ? `${count(uncompared, 'passed episode')} without a comparison, because its recording is another one or the run has no size of its answers: play it again`
    : null;
}

/** The exceeded budgets of the runs of an `--out` folder. Throws `UserError` without a run. */
export async function budgetsOfFolder(
  folder: string,
  budgets: Budgets,
  recordings: Omit<Recordings, 'server'>,
): Promise<GateFailure[]> {
  const { runs } = await runsOfFolder(folder);
  const suites = [...Map.groupBy(runs, ({ run }) => run.suite)].map(([suite, judged]) => ({ suite, judged }));
  const answers: SuiteAnswers[] = [];
  for (const { suite, judged } of suites) {
    const server = ownId(judged[0]?.run.config.server.id ?? '');
    const compared = await compareAnswers({ suite, judged, excused: [] }, { ...recordings, server }, null);
    if (compared) answers.push(compared);
  }
  return budgetFailures(budgets, { suites, answers }, path.join(folder, 'report.json'));
}
