import { known } from '../run/known.ts';
import type { Turn } from '../run/played-episode.ts';
import { details } from './words.ts';

export type Message = { turn_idx: number; role: string };

/** Goal, then each turn with the answers to its calls. The content of an answer is how it begins. */
export function messagesOf(goal: string, turns: readonly Turn[]): Message[] {
  const messages = [
    { role: 'user', content: goal },
    ...turns.flatMap(({ said, calls }) => [
      known({
        role: 'assistant',
        content: said?.text,
        // Arguments are text alone, so that one which is none is JSON.
        tool_calls:
          calls.length === 0
            ? null
            : calls.map(({ id, step: { call } }) => ({ id, name: call.tool, arguments: details(call.args) })),
      }),
      ...calls.flatMap(({ id, answer }) =>
        answer ? [{ role: 'tool', content: answer.text, tool_call_id: [id] }] : [],
      ),
    ]),
  ];
  return messages.map((message, index) => ({ turn_idx: index, ...message, role: message.role ?? '' }));
}
