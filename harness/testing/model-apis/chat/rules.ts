import { firstFound, type Refusal, type Row, type Values } from '../wire/refusal.ts';
import { bearerOf, type Seen, type Sent } from '../wire/seen.ts';
import { type ChatBody, callsOf } from './request.ts';

/** What more than one vendor of chat completions looks for; what it then says is its own. */

export function noBearer(sent: Sent): Values | null {
  return bearerOf(sent) === null ? {} : null;
}

/** `masked` is how vendors show a key that they refuse: its last four characters. */
export function wrongBearer(sent: Sent, { key }: Seen): Values | null {
  const bearer = bearerOf(sent);
  return bearer === null || bearer === key ? null : { masked: `****${bearer.slice(-4)}` };
}

export function unknownModel({ model }: { model: string }, seen: Seen): Values | null {
  return seen.model.window === 0 ? { model } : null;
}

/** The calls of the first message whose answers do not follow. */
export function openCalls({ messages }: ChatBody): Values | null {
  return firstFound(messages, (message, index) => {
    const end = messages.findIndex(({ role }, at) => at > index && role !== 'tool');
    const answers = messages.slice(index + 1, end === -1 ? undefined : end);
    const answered = answers.flatMap((each) => (each.role === 'tool' ? [each.tool_call_id] : []));
    const open = callsOf(message).filter((id) => !answered.includes(id));
    return open.length > 0
      ? { ids: open.join(', '), asked: callsOf(message).length, answered: answered.length }
      : null;
  });
}

/** A message of a tool that no call asked for. */
function strayAnswer({ messages }: ChatBody): Values | null {
  return firstFound(messages, (message, index) => {
    const asker = messages.slice(0, index).findLast(({ role }) => role !== 'tool');
    return message.role === 'tool' && !callsOf(asker).includes(message.tool_call_id) ? { index } : null;
  });
}

export function badToolName({ tools = [] }: ChatBody, allowed: RegExp): Values | null {
  return firstFound(tools, ({ function: { name } }, index) => (allowed.test(name) ? null : { index, name }));
}

export function longToolName({ tools = [] }: ChatBody, most: number): Values | null {
  return firstFound(tools, ({ function: { name } }, index) =>
    name.length > most ? { index, length: name.length } : null,
  );
}

/** What was asked for in all, where it does not fit. */
export function overWindow(body: ChatBody, { promptTokens, model }: Seen): Values | null {
  const output = body.max_completion_tokens ?? body.max_tokens ?? 0;
  const tokens = promptTokens + output;
  return tokens > model.window ? { tokens, prompt: promptTokens, output, most: model.window } : null;
}

type Break = NonNullable<Refusal<ChatBody>['breaks']>;

const breakKey: Break = ({ headers }) => Object.assign(headers, { authorization: 'Bearer sk-wrong-0000' });
const dropKey: Break = ({ headers }) => delete headers.authorization;
const askNobody: Break = ({ body }) => Object.assign(body, { model: 'nobody-9' });
export const dropAnswers: Break = ({ body }) =>
  Object.assign(body, {
    messages: body.messages.filter(({ role }) => role !== 'tool').concat({ role: 'user', content: 'Go on.' }),
  });
const addStrayAnswer: Break = ({ body }) =>
  body.messages.push({ role: 'tool', tool_call_id: 'nobodys00', content: 'late' });
const fillWindow: Break = ({ body }) => {
  const [first] = body.messages;
  if (first) first.content = 'word '.repeat(1_000_000);
};

export function renameTool(name: string): Break {
  return ({ body }) => Object.assign(body.tools?.[0]?.function ?? {}, { name });
}

export function setField(field: string, value: unknown): Break {
  return ({ body }) => Object.assign(body, { [field]: value });
}

/** After a message of the model, for vendors that are particular about what follows a tool's answer. */
export function addImage(url: string, role: 'user' | 'tool' = 'user'): Break {
  return ({ body }) => {
    const content = [{ type: 'image_url' as const, image_url: { url } }];
    const last = body.messages.at(-1);
    if (role === 'tool' && last?.role === 'tool') last.content = content;
    else body.messages.push({ role: 'assistant', content: 'I see.' }, { role: 'user', content });
  };
}

type Looked = Pick<Refusal<ChatBody>, 'refuses' | 'breaks' | 'door' | 'shape' | 'found'>;

/** What most vendors refuse alike; status and words are each one's own. */
const alike = {
  'no-key': { refuses: 'a request without a key', door: noBearer, breaks: dropKey },
  'wrong-key': { refuses: 'a key that nobody has', door: wrongBearer, breaks: breakKey },
  'wrong-form': {
    refuses: 'a field that is missing, or holds something else than it should',
    shape: ({ path, expected }) => ({ path: path.join('.'), expected }),
    breaks: setField('messages', 'Go.'),
  },
  'unknown-model': { refuses: 'a model that is not sold', found: unknownModel, breaks: askNobody },
  'unanswered-call': {
    refuses: 'a call whose answer does not follow',
    found: openCalls,
    breaks: dropAnswers,
  },
  'answer-without-call': {
    refuses: 'an answer that no call asked for',
    found: strayAnswer,
    breaks: addStrayAnswer,
  },
  'prompt-too-long': {
    refuses: 'a prompt that does not fit the model’s window with the output that it asks for',
    found: overWindow,
    breaks: fillWindow,
  },
  'rate-limit': { refuses: 'requests that come too fast' },
  overloaded: { refuses: 'requests while everybody asks' },
  'server-error': { refuses: 'nothing: it broke' },
} satisfies Record<string, Looked>;

export function alikeRow(
  rule: keyof typeof alike,
  said: Omit<Row, 'rule' | 'refuses'> & Partial<Looked>,
): Refusal<ChatBody> {
  return { rule, ...alike[rule], ...said };
}
