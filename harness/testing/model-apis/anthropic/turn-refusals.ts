import { firstFound, type Refusal } from '../wire/refusal.ts';
import { type Block, blocksOf, type MessagesBody } from './request.ts';

const bad = { status: 400, type: 'invalid_request_error' } as const;
const issue = 'https://github.com/anthropics/claude-code/issues';

/** How the turns of a conversation must follow, and come back. */
export const turnRefusals: readonly Refusal<MessagesBody>[] = [
  {
    rule: 'unanswered-call',
    refuses: 'a call whose answer is not at the head of the next message',
    ...bad,
    words:
      'messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    source: `${issue}/5989`,
    found: ({ messages }) =>
      firstFound(messages, (message, index) => {
        const next = messages[index + 1];
        const answered = next?.role === 'user' ? answeredAtHead(blocksOf(next)) : [];
        const open = callsOf(blocksOf(message)).filter((id) => !answered.includes(id));
        return open.length > 0 ? { index, ids: open.join(', ') } : null;
      }),
    breaks: ({ body }) => body.messages.splice(-1, 1, { role: 'user', content: 'Go on.' }),
  },
  {
    rule: 'answer-without-call',
    refuses: 'an answer to a call that the message before does not hold',
    ...bad,
    words:
      'messages.{index}.content.{at}: unexpected `tool_use_id` found in `tool_result` blocks: {id}. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    source: `${issue}/13460`,
    found: ({ messages }) =>
      firstFound(messages, (message, index) => {
        const before = messages[index - 1];
        const asked = before?.role === 'assistant' ? callsOf(blocksOf(before)) : [];
        return firstFound(blocksOf(message), (block, at) =>
          block.type === 'tool_result' && !asked.includes(block.tool_use_id)
            ? { index, at, id: block.tool_use_id }
            : null,
        );
      }),
    breaks: ({ body }) => {
      const answer: Block = { type: 'tool_result', tool_use_id: 'toolu_of_nobody', content: 'late' };
      body.messages.push({ role: 'user', content: [answer] });
    },
  },
  {
    rule: 'thinking-changed',
    refuses: 'thoughts in the newest message of the model that are not as it thought them',
    ...bad,
    words:
      'messages.{index}.content.{at}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    source: `${issue}/63284`,
    found: ({ messages }, { said }) => {
      const index = messages.findLastIndex(({ role }) => role === 'assistant');
      const at = changedThought(messages[index], said);
      return at === null ? null : { index, at };
    },
    breaks: ({ body }) => {
      const said = body.messages.findLast(({ role }) => role === 'assistant');
      for (const block of said ? blocksOf(said) : []) if (block.type === 'thinking') block.thinking += '!';
    },
  },
  {
    rule: 'thinking-signature',
    refuses: 'thoughts of an older message with another signature than they had',
    ...bad,
    words: 'messages.{index}.content.{at}: Invalid `signature` in `thinking` block',
    source: 'https://github.com/anthropics/anthropic-sdk-python/issues/1598',
    found: ({ messages }, { said }) =>
      firstFound(messages, (message, index) => {
        const at = changedThought(message, said);
        return at === null ? null : { index, at };
      }),
    breaks: ({ body }) => {
      const said = body.messages.findLast(({ role }) => role === 'assistant');
      for (const block of said ? blocksOf(said) : [])
        if (block.type === 'thinking') block.signature = 'signed by nobody';
      body.messages.push({ role: 'assistant', content: 'I see.' }, { role: 'user', content: 'Go on.' });
    },
  },
  {
    rule: 'thinking-budget',
    refuses: 'thinking by a budget, of models that think by themselves',
    ...bad,
    words:
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
    source: 'https://platform.claude.com/docs/en/build-with-claude/thinking#configuring-thinking',
    wordsAreOurs: true,
    found: ({ thinking }, { model }) => (thinking?.type === 'enabled' && model.reasons ? {} : null),
    breaks: ({ body }) => Object.assign(body, { thinking: { type: 'enabled', budget_tokens: 1024 } }),
  },
  {
    rule: 'prefill',
    refuses: 'a conversation that ends with words of the model',
    ...bad,
    words:
      'This model does not support assistant message prefill. The conversation must end with a user message.',
    source: 'https://platform.claude.com/docs/en/api/errors#prefill-not-supported',
    found: ({ messages }, { model }) => (messages.at(-1)?.role === 'assistant' && model.reasons ? {} : null),
    breaks: ({ body }) => body.messages.push({ role: 'assistant', content: 'The answer is' }),
  },
];

function callsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

/** Answers stand before anything else in their message. */
function answeredAtHead(blocks: readonly Block[]): string[] {
  const end = blocks.findIndex(({ type }) => type !== 'tool_result');
  const head = end === -1 ? blocks : blocks.slice(0, end);
  return head.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
}

/** Where a thought is not as it was given out with the first call of the message; null where all are, or none is left. */
function changedThought(
  message: MessagesBody['messages'][number] | undefined,
  said: ReadonlyMap<string, string>,
): number | null {
  if (message?.role !== 'assistant') return null;
  const blocks = blocksOf(message);
  const given = said.get(callsOf(blocks)[0] ?? '');
  if (given === undefined) return null;
  const at = blocks.findIndex((block) => block.type === 'thinking' && thoughtKey(block) !== given);
  return at === -1 ? null : at;
}

export function thoughtKey({ thinking, signature }: { thinking: string; signature: string }): string {
  return JSON.stringify([thinking, signature]);
}
