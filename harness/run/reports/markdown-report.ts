import { openchromeAgent } from '../../agents/index.ts';
import { nameAndVersion, unknownVersion } from '../../results/records/custom-id.ts';
import { notComparableSentence, notteSentence } from '../../results/records/references.ts';
import type { Result, Run } from '../../results/records/result.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import { perEpisodeFiles } from '../artifacts.ts';
import { type ReportSubject, scoreLine } from './score-line.ts';
import { subjectLines, trialLines, trialTable } from './trial-lines.ts';

/** `report.md`: the configuration, a table per suite, how to read it, and the command that runs it again. */
export function markdownReport(
  { checkout, adapter, server, suites, options }: ReportSubject,
  runs: Run[],
  { commandLine, exitCode }: { commandLine: string; exitCode: number },
): string {
  const scores = runs.map((run) => scoreLine(run, suites));
  const all = runs.flatMap(({ episodes }) => episodes);
  const left = runs.flatMap(({ notRun = [] }) => notRun).length;
  const lines = [
    '# contract-bench report',
    '',
    `- git sha: ${checkout.sha ?? '(none)'}${checkout.dirty ? ' (with uncommitted changes)' : ''}`,
    `- adapter: ${options.openchromeNames ? openchromeAgent(adapter.id) : adapter.id}`,
    `- server: ${nameAndVersion(server.id, runs[0]?.config.server.version ?? unknownVersion)}`,
    `- total ${runs.some(({ config }) => config.trials > 1) ? 'episodes' : 'tasks'}: ${all.length}`,
    ...(left > 0 ? [`- not run: ${left}`] : []),
    `- pass count: ${all.filter(({ success }) => success).length}`,
    ...runs.flatMap((run, index) => [scores[index] ?? '', ...trialLines(run)].map((line) => `- ${line}`)),
    '',
    ...runs.flatMap((run) => [
      `## ${run.suite}`,
      '',
      ...subjectLines(run).map((line) => `- ${line}`),
      ...(run.config.model === null ? [] : ['']),
      ...trialTable(run),
      '| name | result | duration_ms | tool_calls | response_bytes | failed_postcondition |',
      '|---|---|---:|---:|---:|---|',
      ...run.episodes.map(row),
      ...(run.notRun ?? []).map(
        ({ taskId, why }) => `| ${cell(taskId)} | not run: ${why.replace('_', ' ')} | | | | |`,
      ),
      '',
    ]),
    '---',
    '',
    `${notteSentence} Ours: ${scores.join('; ')}.`,
    notComparableSentence,
    '',
    '```',
    commandLine,
    `exit code ${exitCode}`,
    ...[
      'report.json',
      'report.md',
      'timings.json',
      ...perEpisodeFiles,
      ...runs.map(({ runId }) => `events/${runId}.jsonl`),
    ].map((file) => `${options.out}/${file}`),
    '```',
    '',
  ];
  return lines.join('\n');
}

function row(result: Result): string {
  const { taskId, trial, status, durationMs, toolCalls, responseBytes } = result;
  const name = trial === 1 ? taskId : `${taskId} (trial ${trial})`;
  const why = whyNotPassed(result) ?? '';
  return `| ${[name, status, Math.round(durationMs), toolCalls, responseBytes, why].map(cell).join(' | ')} |`;
}

function cell(value: string | number): string {
  return String(value).replace(/[\\|]/g, '\\$&').replace(/</g, '&lt;').replace(/\s+/g, ' ');
}
