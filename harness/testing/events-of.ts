import { ownId } from '../results/records/custom-id.ts';
import type { Result, Run } from '../results/records/result.ts';

/** The lines that an episode leaves whose row is this one, as far as a row follows from them. */
export function eventsOf({ runId, config }: Run, row: Result): object[] {
  const { taskId, trial, steps, status, success, verdict } = row;
  const bytes = (seq: number) => (seq === 1 ? row.responseBytes : 0);
  const { answer, tokens, usd, requests } = row;
  const evidence = {
    kind: 'and',
    outcome: verdict?.outcome,
    children: verdict?.clauses.map(({ name, outcome }) => ({
      kind: /\((\w+)/.exec(name)?.[1] ?? 'url',
      outcome,
    })),
  };
  const isTool = { tool: row.lastTool ?? 'navigate' };
  return [
    {
      type: 'episode_start',
      goal: '',
      server: ownId(config.server.id),
      adapter: config.adapter,
      web: config.web,
    },
    ...Array.from({ length: steps }, (_, index) => index + 1).flatMap((seq) => [
      { type: 'tool_call', seq, ...isTool, args: {} },
      {
        type: 'tool_result',
        seq,
        ...isTool,
        kind: 'text',
        isError: false,
        bytes: bytes(seq),
        durationMs: 1,
        preview: '',
      },
      ...(seq === row.firstHeldAtStep
        ? [
            {
              type: 'contract_eval',
              look: 'step',
              toolSeq: seq,
              outcome: 'passed',
              evidence: { ...evidence, outcome: 'passed' },
            },
          ]
        : []),
    ]),
    { type: 'stop', reason: 'done' },
    ...(verdict
      ? [{ type: 'contract_eval', look: 'first', toolSeq: steps, outcome: verdict.outcome, evidence }]
      : []),
    {
      ...{ atMs: row.durationMs, type: success ? 'task_passed' : 'task_failed', status },
      ...{ answer, tokens, usd, requests, answered: config.model?.answered ?? null },
    },
  ].map((event) => ({ runId, taskId, trial, ...event }));
}

/** As `results/episodes` holds them. */
export function eventLines(events: readonly object[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}
