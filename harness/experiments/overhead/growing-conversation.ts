/** A conversation of an episode before its next answer, in the messages and tools of chat completions. */
export type GrowingConversation = {
  system: string;
  turns: readonly { role: 'user' | 'assistant'; content: string }[];
  tools: readonly { type: 'function'; function: { name: string; description: string; parameters: object } }[];
};

/** Output tokens of each answer. Every call of the tools is longer, so each answer is cut there. */
export const answerTokens = 32;

/**
 * The conversation of an episode before its nth request, from 1. It begins with about 1,000 tokens, each request adds a
 * page of about 300, and the list of tools is the same in all episodes. Its answers are no calls, so that the next prompt
 * differs from what was written at once, whatever that was.
 */
export function growingConversation(episode: number, request: number): GrowingConversation {
  const pages = Array.from({ length: request - 1 }, (_, index) => [
    { role: 'assistant' as const, content: `I look at page ${index + 1}.` },
    { role: 'user' as const, content: pageOf(episode, index + 2) },
  ]);
  return {
    system: 'You operate a web browser through tools. Each answer is a call of one tool.',
    turns: [
      { role: 'user', content: `Goal: order number ${episode}.\n${pageOf(episode, 1)}` },
      ...pages.flat(),
    ],
    tools,
  };
}

function pageOf(episode: number, page: number): string {
  const rows = Array.from({ length: 14 }, (_, row) => {
    const number = (episode * 7919 + page * 104_729 + row * 1299) % 10_000;
    return `- link "Item ${number}" [ref=e${page * 100 + row}]: in stock`;
  });
  return `Page ${page}\n${rows.join('\n')}`;
}

const fields = [
  'recipient_name',
  'street_address',
  'postal_code',
  'telephone_number',
  'delivery_instructions',
];

const tools: GrowingConversation['tools'] = ['order', 'reserve', 'return', 'gift'].map((act) => ({
  type: 'function',
  function: {
    name: `${act}_item`,
    description: `Fills the form of the page "${act}" and sends it. The reference is that of the link in the last page.`,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(
        fields.map((field) => [field, { type: 'string', description: `The field ${field} of the form` }]),
      ),
      required: fields,
    },
  },
}));
