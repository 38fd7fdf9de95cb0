import type { Run } from '../../../results/records/result.ts';
import { statuses } from '../../../results/records/statuses.ts';
import { whyNotPassed } from '../../../results/records/why-not-passed.ts';
import type { PlayedEpisode } from '../run/played-episode.ts';
import { askedModel } from './asked-model.ts';
import { attributes, doubles } from './attributes.ts';
import { requestSpan } from './request-span.ts';
import { failed, type Span, spanKinds, Trace } from './span.ts';
import { openingSpan, toolSpan } from './tool-span.ts';
import { usageAttributes } from './usage-attributes.ts';

/** A trace: the invocation of the agent, and below it requests to the model and calls of tools, by their start. */
export function spansOf(run: Run, episode: PlayedEpisode): Span[] {
  const { runId, startedAt, config } = run;
  const { result, opening, turns } = episode;
  const trace = new Trace(`${runId} ${result.taskId} ${result.trial}`, Date.parse(startedAt));
  const below = [
    ...(opening?.times ? [openingSpan(trace, opening, opening.times)] : []),
    ...turns.flatMap((turn, index) => [
      ...(turn.said ? [requestSpan(trace, `request ${index + 1}`, config, turn.said, turn.calls)] : []),
      ...turn.calls.flatMap((call) => (call.times ? [toolSpan(trace, call, call.times)] : [])),
    ]),
  ];
  return [agentSpan(trace, run, episode), ...below];
}

function agentSpan(trace: Trace, { suite, config }: Run, episode: PlayedEpisode): Span {
  const { result, goal, trajectory } = episode;
  const { agent, model } = config;
  const { charged, words } = statuses[result.status];
  const endMs = Math.max(result.durationMs + result.pausedMs, ...endings(episode));
  return trace.span('', {
    name: `invoke_agent ${agent.id}`,
    kind: spanKinds.internal,
    times: { startMs: 0, endMs },
    attributes: [
      ...attributes({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.provider.name': askedModel(config).provider,
        'gen_ai.agent.name': agent.id,
        'gen_ai.agent.version': agent.version,
        'gen_ai.request.model': model?.asked,
        'gen_ai.request.max_tokens': model?.maxTokens,
        'gen_ai.input.messages':
          goal === null ? null : [{ role: 'user', parts: [{ type: 'text', content: goal }] }],
        ...usageAttributes(trajectory?.usage?.tokens ?? null),
        'error.type': charged ? null : result.status,
        'contract_bench.suite': suite,
        'contract_bench.task.id': result.taskId,
        'contract_bench.trial': result.trial,
        'contract_bench.status': result.status,
        'contract_bench.run.kind': config.kind,
        'contract_bench.server.id': config.server.id,
        'contract_bench.server.version': config.server.version,
        'contract_bench.tool_calls': result.toolCalls,
      }),
      ...doubles({
        'contract_bench.duration_ms': result.durationMs,
        'contract_bench.cost_usd': trajectory?.usage?.usd,
      }),
    ],
    ...(charged ? { events: [verdictEvent(trace, result, endMs)] } : failed(result.error ?? words)),
  });
}

function endings({ opening, turns }: PlayedEpisode): number[] {
  const timed = [opening, ...turns.flatMap(({ said, calls }) => [said, ...calls])];
  return timed.flatMap((each) => each?.times?.endMs ?? []);
}

function verdictEvent(trace: Trace, result: PlayedEpisode['result'], atMs: number) {
  return {
    timeUnixNano: trace.unixNano(atMs),
    name: 'gen_ai.evaluation.result',
    attributes: [
      ...attributes({
        'gen_ai.evaluation.name': 'contract',
        'gen_ai.evaluation.score.label': result.success ? 'passed' : 'failed',
        'gen_ai.evaluation.explanation': whyNotPassed(result),
      }),
      ...doubles({ 'gen_ai.evaluation.score.value': Number(result.success) }),
    ],
  };
}
