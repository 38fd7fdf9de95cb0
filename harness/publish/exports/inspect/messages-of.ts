import { callFacts } from '../run/answer-facts.ts';
import { known } from '../run/known.ts';
import type { PlayedCall, PlayedEpisode, Turn } from '../run/played-episode.ts';

/** Goal, then each turn with the answers to its calls. The content of an answer is how it begins: `metadata.whole`. */
export function messagesOf({ goal, turns }: PlayedEpisode): object[] {
  return [
    ...(goal === null ? [] : [{ role: 'user', content: goal, source: 'input' }]),
    ...turns.flatMap((turn) => [
      assistantOf(turn),
      ...turn.calls.flatMap((call) => (call.answer ? [toolOf(call)] : [])),
    ]),
  ];
}

function assistantOf({ said, calls }: Turn): object {
  const metadata = said && known({ stopReason: said.stopReason, tokens: said.tokens, usd: said.usd });
  return known({
    role: 'assistant',
    content: said?.text ?? '',
    source: said ? 'generate' : null,
    tool_calls:
      calls.length === 0
        ? null
        : calls.map(({ id, step: { call } }) => ({
            id,
            function: call.tool,
            arguments: call.args,
            type: 'function',
          })),
    metadata,
  });
}

function toolOf(call: PlayedCall): object {
  const { id, step, answer } = call;
  const error = answer?.record.isError ? { type: 'unknown', message: answer.record.said ?? '' } : null;
  return known({
    role: 'tool',
    content: answer?.text ?? '',
    tool_call_id: id,
    function: step.call.tool,
    error,
    metadata: callFacts(call),
  });
}
