import { sha256 } from '../../platform/digest.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import type { Run } from '../../results/records/result.ts';
import { isCharged, statuses } from '../../results/records/statuses.ts';
import { whyNotPassed } from '../../results/records/why-not-passed.ts';
import { type ExportFormat, jsonFile } from './export.ts';
import { known } from './run/known.ts';
import type { ModelMessage, PlayedCall, PlayedEpisode, Times } from './run/read-episodes.ts';

export const otel: ExportFormat = {
  id: 'otel',
  title: 'OpenTelemetry GenAI as OTLP/JSON, one file of traces for each run',
  files: (run, episodes) => [jsonFile(`${run.runId}.json`, tracesOf(run, episodes))],
};

function tracesOf(run: Run, episodes: readonly PlayedEpisode[]): object {
  const { runId, config, environment } = run;
  const scope = { name: 'contract-bench', version: environment.harness };
  const ids = under('contract_bench', { 'run.id': runId, comparability_key: config.comparabilityKey });
  const resource = { attributes: attributes({ ...under('service', scope), ...ids }) };
  const spans = episodes.flatMap((episode) => spansOf(run, episode));
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] };
}

type Fields = Readonly<Record<string, unknown>>;

/** A span without times is left out; one with an `error.type` has failed, and `error` is the message. */
type Span = { name: string; times: Times | null; fields: Fields; error?: string; verdict?: Fields };

/** The agent's invocation, with its requests and calls. Ids are digests: a second export has the same bytes. */
function spansOf(run: Run, episode: PlayedEpisode): object[] {
  const { result, opening, turns } = episode;
  const place = `${run.runId} ${result.taskId} ${result.trial}`;
  const idOf = (index: number) => sha256(`span ${place} ${index}`).slice(0, 16);
  // Nanoseconds since 1970 exceed the exact range of a number.
  const nano = (ms: number) => String(BigInt(Math.round((Date.parse(run.startedAt) + ms) * 1000)) * 1000n);
  const below = turns.flatMap(({ said, calls }) => [
    ...(said ? [requestSpan(run.config, said, calls)] : []),
    ...calls.map(toolSpan),
  ]);
  const spans: Span[] = [agentSpan(run, episode), ...(opening ? [openingSpan(opening)] : []), ...below];
  return spans.flatMap(({ name, times, fields, error, verdict }, index) => {
    if (!times) return [];
    const event = { timeUnixNano: nano(times.endMs), name: 'gen_ai.evaluation.result' };
    const span = {
      traceId: sha256(`trace ${place}`).slice(0, 32),
      spanId: idOf(index),
      parentSpanId: index === 0 ? null : idOf(0),
      name,
      // 1 is internal, 3 is a client.
      kind: /^(?:invoke_agent|execute_tool) /.test(name) ? 1 : 3,
      startTimeUnixNano: nano(times.startMs),
      endTimeUnixNano: nano(times.endMs),
      attributes: attributes(fields),
      events: verdict && [{ ...event, attributes: attributes(verdict) }],
      status: fields['error.type'] ? known({ code: 2, message: error }) : null,
    };
    return [known(span)];
  });
}

function agentSpan({ suite, config }: Run, episode: PlayedEpisode): Span {
  const { agent, server, kind } = config;
  const { result, goal, trajectory, opening, turns } = episode;
  const { taskId, trial, status, toolCalls, durationMs, pausedMs, success } = result;
  const timed = [opening, ...turns.flatMap(({ said, calls }) => [said, ...calls])];
  const endMs = Math.max(durationMs + pausedMs, ...timed.map((each) => each?.times?.endMs ?? 0));
  const score = { 'score.label': success ? 'passed' : 'failed', 'score.value': Number(success) };
  const explanation = whyNotPassed(result);
  const fields = {
    'gen_ai.operation.name': 'invoke_agent',
    ...under('gen_ai.agent', { name: agent.id, version: agent.version }),
    ...modelFields(config, trajectory?.usage ?? null),
    'gen_ai.input.messages': goal === null ? null : [messageOf('user', goal)],
    'error.type': isCharged(status) ? null : status,
    ...under('contract_bench', { suite, 'task.id': taskId, trial, status, 'run.kind': kind }),
    ...under('contract_bench', { 'server.id': server.id, 'server.version': server.version }),
    ...under('contract_bench', { tool_calls: toolCalls, duration_ms: durationMs }),
  };
  const span = { name: `invoke_agent ${agent.id}`, times: { startMs: 0, endMs }, fields };
  return isCharged(status)
    ? { ...span, verdict: under('gen_ai.evaluation', { name: 'contract', ...score, explanation }) }
    : { ...span, error: result.error ?? statuses[status].words };
}

/** One answer of a model. Its prompt is not saved. */
function requestSpan(config: Run['config'], said: ModelMessage, calls: readonly PlayedCall[]): Span {
  const operation = config.model?.api === 'gemini' ? 'generate_content' : 'chat';
  const asked = calls.map(({ id, step }) => ({ id, name: step.call.tool, arguments: step.call.args }));
  const parts = asked.map((call) => ({ type: 'tool_call', ...call }));
  const fields = {
    'gen_ai.operation.name': operation,
    ...modelFields(config, said),
    'gen_ai.response.finish_reasons': said.stopReason === null ? null : [said.stopReason],
    'gen_ai.output.messages': [messageOf('assistant', said.text, parts)],
  };
  return { name: `${operation} ${config.model?.asked ?? ''}`.trimEnd(), times: said.times, fields };
}

function messageOf(role: string, text: string, calls: readonly object[] = []): object {
  return { role, parts: [...(text === '' ? [] : [{ type: 'text', content: text }]), ...calls] };
}

const vendors = {
  ...{ messages: 'anthropic', chat: 'openai', responses: 'openai', gemini: 'gcp.gemini' },
  // The names of the conventions; listed hosts without one keep their id.
  ...{ deepseek: 'deepseek', mistral: 'mistral_ai', xai: 'x_ai', moonshot: 'moonshot_ai' },
};

/** The conventions' input tokens include the cached ones. They require a provider, and have no name for a run without a model. */
function modelFields({ kind, model }: Run['config'], used: Partial<ModelMessage> | null): Fields {
  const vendor =
    model?.endpoint === 'vendor'
      ? (ownOf<string>(vendors, model.host ?? model.api) ?? model.host)
      : model?.host;
  const { input = 0, output, cacheRead, cacheWrite } = used?.tokens ?? {};
  const cached = { 'cache_read.input_tokens': cacheRead, 'cache_creation.input_tokens': cacheWrite };
  const all = input + (cacheRead ?? 0) + (cacheWrite ?? 0);
  return {
    'gen_ai.provider.name': model || kind === 'agent' ? (vendor ?? 'unknown') : 'none',
    ...under('gen_ai.request', { model: model?.asked, max_tokens: model?.maxTokens }),
    ...under('gen_ai.usage', { input_tokens: used?.tokens && all, ...cached, output_tokens: output }),
    'contract_bench.cost_usd': used?.usd,
  };
}

/** A call that the harness answered in the server's place did not reach a server. */
function toolSpan({ id, step: { call, sent, page }, answer, times }: PlayedCall): Span {
  const fields = {
    'gen_ai.operation.name': 'execute_tool',
    'mcp.method.name': sent ? 'tools/call' : null,
    ...under('gen_ai.tool', { name: call.tool, 'call.id': id, 'call.arguments': call.args }),
    'contract_bench.page.url': page?.url,
  };
  return { name: `execute_tool ${call.tool}`, times, ...withAnswer(fields, answer) };
}

/** The harness opened the start URL before the agent began: a call of an MCP client, not a tool call of an agent. */
function openingSpan({ tool, url, answer, times }: NonNullable<PlayedEpisode['opening']>): Span {
  const called = { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': tool };
  const fields = { ...called, 'contract_bench.opened.url': url };
  return { name: `tools/call ${tool}`, times, ...withAnswer(fields, answer) };
}

/** The result is present only if the whole answer is known. */
function withAnswer(fields: Fields, answer: PlayedCall['answer']): Pick<Span, 'fields' | 'error'> {
  if (!answer) return { fields: { ...fields, 'error.type': 'no_answer' }, error: 'no answer' };
  const { kind, isError, bytes, sha256, durationMs, said } = answer.record;
  const text = answer.whole && !isError ? 'gen_ai.tool.call.result' : 'contract_bench.answer.begins';
  const facts = under('contract_bench.answer', { kind, bytes, sha256, duration_ms: durationMs });
  const error = { 'error.type': isError ? 'tool_error' : null };
  return { fields: { ...fields, [text]: answer.text, ...error, ...facts }, ...known({ error: said }) };
}

function under(space: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${space}.${name}`, value]));
}

/** Leaves out fields that are null, undefined or not a finite number, because they are unknown. */
function attributes(fields: Fields): { key: string; value: object }[] {
  const isDouble = (key: string) => /(?:_ms|_usd|\.score\.value)$/.test(key);
  const all = Object.entries(fields).map(([key, each]) => ({ key, value: anyValue(each, isDouble(key)) }));
  return all.filter(({ value }) => Object.keys(value).length > 0);
}

/** OTLP in JSON: 64-bit integers are texts, and null is an empty value. `isDouble`: 1 is a floating-point number too. */
function anyValue(value: unknown, isDouble = false): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number' && Number.isFinite(value))
    return Number.isSafeInteger(value) && !isDouble ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map((each) => anyValue(each)) } };
  if (value === null || typeof value !== 'object') return {};
  const values = Object.entries(value).map(([key, each]) => ({ key, value: anyValue(each) }));
  return { kvlistValue: { values } };
}
