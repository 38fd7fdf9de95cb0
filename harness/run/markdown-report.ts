import { notComparableSentence, notteSentence } from '../result/references.ts';
import type { Result, Run } from '../result/result.ts';
import type { ReportSubject } from './report-subject.ts';

const suiteTitles: Record<string, string> = {
  webvoyager: 'WebVoyager',
  fixtures: 'Fixtures',
  custom: 'Custom',
};

export function scoreLine(run: Run): string {
  const { passed, total } = run.totals.score;
  return `${suiteTitles[run.suite] ?? run.suite} contract-eval score = ${passed} / ${total} tasks passed`;
}

/** `report.md`: what was run, a table per suite, how to read it, and the command that runs it again. */
export function markdownReport(
  { checkout, adapter, server, options }: ReportSubject,
  runs: Run[],
  { commandLine, exitCode }: { commandLine: string; exitCode: number },
): string {
  const all = runs.flatMap(({ episodes }) => episodes);
  const lines = [
    '# contract-bench report',
    '',
    `- git sha: ${checkout.sha ?? '(none)'}${checkout.dirty ? ' (the tree differs from it)' : ''}`,
    `- adapter: ${adapter.id}`,
    `- server: ${server.id} ${runs[0]?.config.server.version ?? ''}`,
    `- total tasks: ${all.length}`,
    `- pass count: ${all.filter(({ success }) => success).length}`,
    ...runs.map((run) => `- ${scoreLine(run)}`),
    '',
    ...runs.flatMap((run) => [
      `## ${run.suite}`,
      '',
      '| name | result | duration_ms | tool_calls | response_bytes | failed_postcondition |',
      '|---|---|---:|---:|---:|---|',
      ...run.episodes.map(row),
      '',
    ]),
    '---',
    '',
    `${notteSentence} Ours: ${runs.map(scoreLine).join('; ')}.`,
    notComparableSentence,
    '',
    '```',
    commandLine,
    `exit code ${exitCode}`,
    ...[
      'report.json',
      'report.md',
      'timings.json',
      'facts.jsonl',
      ...runs.map(({ runId }) => `events/${runId}.jsonl`),
    ].map((file) => `${options.out}/${file}`),
    '```',
    '',
  ];
  return lines.join('\n');
}

function row({
  taskId,
  trial,
  status,
  durationMs,
  toolCalls,
  responseBytes,
  failedPostcondition,
  drift,
  error,
}: Result): string {
  const name = trial === 1 ? taskId : `${taskId} (trial ${trial})`;
  const why = failedPostcondition
    ? `${failedPostcondition.name}: wanted ${failedPostcondition.wanted}; observed ${failedPostcondition.observed}`
    : drift
      ? `${drift.reason} at step ${drift.step ?? '-'}: recorded ${drift.expected}; seen ${drift.actual}; re-record`
      : (error ?? '');
  return `| ${[name, status, Math.round(durationMs), toolCalls, responseBytes, why].map(cell).join(' | ')} |`;
}

function cell(value: string | number): string {
  return String(value).replace(/[\\|]/g, '\\$&').replace(/</g, '&lt;').replace(/\s+/g, ' ');
}
