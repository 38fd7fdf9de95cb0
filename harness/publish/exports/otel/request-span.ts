import type { Run } from '../../../results/records/result.ts';
import type { PlayedCall, Said } from '../run/played-episode.ts';
import { askedModel } from './asked-model.ts';
import { attributes, doubles } from './attributes.ts';
import { type Span, spanKinds, type Trace } from './span.ts';
import { usageAttributes } from './usage-attributes.ts';

/** One answer of a model. What it was sent is not saved. */
export function requestSpan(
  trace: Trace,
  part: string,
  config: Run['config'],
  said: Said,
  calls: readonly PlayedCall[],
): Span {
  const { provider, operation } = askedModel(config);
  const asked = config.model?.asked;
  return trace.span(part, {
    name: asked ? `${operation} ${asked}` : operation,
    kind: spanKinds.client,
    times: said.times,
    attributes: [
      ...attributes({
        'gen_ai.operation.name': operation,
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': asked,
        'gen_ai.request.max_tokens': config.model?.maxTokens,
        'gen_ai.response.finish_reasons': said.stopReason === null ? null : [said.stopReason],
        ...usageAttributes(said.tokens),
        'gen_ai.output.messages': messagesOf(said, calls),
      }),
      ...doubles({ 'contract_bench.cost_usd': said.usd }),
    ],
  });
}

function messagesOf({ text }: Said, calls: readonly PlayedCall[]): object[] {
  const called = calls.map(({ id, step: { call } }) => ({
    type: 'tool_call',
    id,
    name: call.tool,
    arguments: call.args,
  }));
  const parts = [...(text === '' ? [] : [{ type: 'text', content: text }]), ...called];
  return [{ role: 'assistant', parts }];
}
