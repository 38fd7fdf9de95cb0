import { oneLine } from '../../platform/errors/one-line.ts';
import { seconds } from '../../platform/words/columns.ts';
import { count, nameLines } from '../../platform/words/format.ts';
import type { Run } from '../../results/records/result.ts';
import { relationWords } from '../../results/standings/relation.ts';
import { errorAnnotation } from '../../run/reporters/annotation.ts';
import { answerLines, type SuiteAnswers } from './compare-answers.ts';
import type { GateComparison } from './compare-with-base.ts';
import type { GateFailure, SuiteJudgement } from './judge-gate.ts';

/** The findings of a gate, for reports. */
export type GateReport = {
  server: string;
  /** What was judged, as text. */
  judged: string;
  base: string;
  suites: readonly SuiteJudgement[];
  answers: readonly SuiteAnswers[];
  /** From the newest judged run; null if its row does not contain it. */
  toolList: Run['config']['server']['toolList'] | null;
  failures: readonly GateFailure[];
  comparisons: readonly GateComparison[];
  notes: readonly string[];
};

export function logLines({ server, judged, base, ...report }: GateReport): string[] {
  return [
    `gate: replays on ${server} of ${judged}, against ${base}`,
    ...report.suites.map(suiteLine),
    ...report.comparisons.map((each) => `${each.suite}: ${comparisonWords(each)}`),
    ...answerLines(report.answers),
    ...toolLines(report),
    ...report.notes.map((note) => `note: ${note}`),
    ...failureLines(report.failures),
    verdictLine(report.failures),
  ].map(oneLine);
}

/** A failure of this many tasks is one line with their names. */
const manyTasks = 4;

/** A failure that many tasks share is reported once, with their names. */
function failureLines(failures: readonly GateFailure[]): string[] {
  const causes = Map.groupBy(failures, ({ task, what }) => (task === null ? null : what));
  return failures.flatMap((failure) => {
    const same = failure.task === null ? [] : (causes.get(failure.what) ?? []);
    if (same.length < manyTasks) return [`FAILED  ${failureWords(failure)}`];
    if (same[0] !== failure) return [];
    const tasks = same.map(({ task }) => task ?? '');
    return [`FAILED  ${count(tasks.length, 'task')}: ${failure.what}`, ...nameLines(tasks, '        ')];
  });
}

export function annotations({ failures }: GateReport): string[] {
  return failures.map((failure) =>
    errorAnnotation({ file: failure.file, title: failure.title }, failureWords(failure)),
  );
}

/** GitHub accepts a summary of 1 MiB; the log has all rows. */
const maxRows = 300;

export function stepSummary({ server, judged, base, ...report }: GateReport): string {
  const { suites, failures, comparisons, notes } = report;
  const more = failures.length - maxRows;
  return [
    `## Gate: ${failures.length === 0 ? 'passed' : 'failed'}`,
    '',
    `Replays on ${code(server)} of ${code(judged)}, against ${code(base)}.`,
    '',
    '| suite | passed | expected | required | pending |',
    '|---|---:|---:|---:|---:|',
    ...suites.map((suite) =>
      row([code(suite.suite), suite.passed, suite.expected, suite.required, suite.pending]),
    ),
    '',
    ...(failures.length === 0
      ? []
      : [
          '| task | what | file |',
          '|---|---|---|',
          ...failures
            .slice(0, maxRows)
            .map(({ task, what, file }) => row([task ? code(task) : '', code(what), code(file)])),
          ...(more > 0 ? ['', `And ${more} more: see the log.`] : []),
          '',
        ]),
    ...comparisons.map((each) => `- ${code(each.suite)}: ${code(comparisonWords(each))}`),
    ...[...answerLines(report.answers), ...toolLines(report)].map((line) => `- ${code(line)}`),
    ...notes.map((note) => `- ${code(note)}`),
    '',
  ].join('\n');
}

function toolLines({ toolList }: Pick<GateReport, 'toolList'>): string[] {
  if (!toolList) return [];
  const { tools, bytes, tokens } = toolList;
  const paid = tokens === null ? '' : `, ${tokens} tokens`;
  return [`tool list: ${count(tools, 'tool')}, ${bytes} bytes${paid}`];
}

function suiteLine({ suite, passed, expected, required, pending }: SuiteJudgement): string {
  return `${suite}: ${passed} passed, ${expected} expected; ${required} required, ${pending} pending`;
}

function verdictLine({ length }: readonly GateFailure[]): string {
  return length === 0 ? 'gate passed' : `gate failed: ${length} ${length === 1 ? 'reason' : 'reasons'}`;
}

function failureWords({ file, task, what }: GateFailure): string {
  return task === null || what.includes(`${task}:`) ? `${file}: ${what}` : `${file}: ${task}: ${what}`;
}

function comparisonWords({ base, outcomes, times }: GateComparison): string {
  const { wins, losses, ties } = outcomes;
  const factor = times.slowdown === null ? '' : `, ${times.slowdown.toFixed(2)} times by task`;
  const why = times.notComparable === null ? '' : ` (not comparable: ${times.notComparable})`;
  return (
    `against run ${base.run.runId} of the base: ${wins} better, ${losses} worse, ${ties} equal, ${relationWords(outcomes)}; ` +
    `median time ${seconds(times.baseMedianMs)} -> ${seconds(times.medianMs)}${factor}${why}`
  );
}

/** A code span shows any text unchanged; its fence is longer than any run of backticks in the text. */
function code(text: string): string {
  const shown = oneLine(text);
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${longest > 0 ? ` ${shown} ` : shown}${fence}`;
}

/** A pipe ends a cell even in a code span; a backslash before it would undo its escape. */
function row(cells: readonly (string | number)[]): string {
  const escaped = cells.map((cell) =>
    String(cell)
      .replace(/\\+(?=\|)/g, '$& ')
      .replaceAll('|', '\\|'),
  );
  return `| ${escaped.join(' | ')} |`;
}
