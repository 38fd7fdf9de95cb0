/** One action of browser-use. In it, `@text` stands for the index of the first element with this text in its tree. */
type Deed = Record<string, Record<string, unknown>>;

/** The actions of each turn of browser-use; after the last turn it reports success with this answer. */
export type Turns = { turns: readonly (readonly Deed[])[]; answer?: string };

const input = (index: string, text: string) => ({ input: { index, text } });
const click = (index: string) => ({ click: { index } });

/** A page to read, a form to send, a question of the town with an answer. */
export const browserUseTurns: Readonly<Record<string, Turns>> = {
  'task-04-rfc-9110-section-9-title': {
    turns: [
      [{ scroll: { down: true, pages: 10 } }],
      ...['https://www.rfc-editor.org/info/rfc9110', 'HTML', 'Methods'].map((text) => [click(`@${text}`)]),
    ],
  },
  'local-form-submit': {
    turns: [
      [
        input('@input name=name', 'Ada Lovelace'),
        { select_dropdown: { index: '@select name=place', text: 'Balcony' } },
        input('@name=seats', '2'),
        click('@value=door'),
        click('@Order'),
      ],
    ],
  },
  'mail-find-code-s6': {
    turns: [
      [input('@input type=search', 'from:billing@brightwater.test'), { send_keys: { keys: 'Enter' } }],
      [click('@takes its place')],
    ],
    answer: 'EUR 162.16',
  },
};

/**
 * The answer of a model to browser-use in a turn, from 0: the JSON that the schema of the request asks for. It chooses
 * elements in the tree of the request's last message. Throws if the tree lacks one.
 */
export function browserUseAnswer({ turns, answer = '' }: Turns, turn: number, request: unknown): string {
  const tree = lastMessageOf(request);
  const done = [{ done: { data: { success: true, answer } } }];
  const action = (turns[turn] ?? done).map((deed) => withIndexes(deed, tree));
  return JSON.stringify({
    thinking: 'I read the list.',
    evaluation_previous_goal: 'Success.',
    memory: `Turn ${turn + 1}.`,
    next_goal: 'The next one.',
    action,
  });
}

function withIndexes(deed: Deed, tree: string): Deed {
  const filled = JSON.stringify(deed).replaceAll(/"@([^"]+)"/g, (_, words: string) =>
    String(indexOf(words, tree)),
  );
  return JSON.parse(filled);
}

/** An element is a line with its index and attributes, and the lines of text below it. */
function indexOf(words: string, tree: string): number {
  const elements = tree.split(/(?=\[\d+\]<)/).slice(1);
  const found = elements.find((element) => element.includes(words));
  if (!found) throw new Error(`no element with ${words} in ${tree.slice(-3000)}`);
  return Number(/^\[(\d+)\]/.exec(found)?.[1]);
}

type Body = { messages?: { content: string | { text?: string }[] }[] };

/** The text of the last message of a request, which has the goal and the tree of elements. */
export function lastMessageOf(request: unknown): string {
  const content = (request as Body | undefined)?.messages?.at(-1)?.content ?? '';
  if (typeof content === 'string') return content;
  return content.map(({ text = '' }) => text).join('\n');
}
