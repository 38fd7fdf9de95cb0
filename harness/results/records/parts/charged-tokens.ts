import type { Charged } from './cost.ts';

/**
 * The price of a cached input token, as a part of the price of another one. A tenth is what these vendors publish:
 * Anthropic for Claude (docs.claude.com, "Prompt caching"), OpenAI for its GPT-5 models (openai.com/api/pricing) and
 * Google for Gemini 2.5 and later (ai.google.dev/gemini-api/docs/pricing). Left out: Anthropic charges a quarter more
 * for the writing; OpenAI charges a quarter or a half for the reading by older models.
 */
const cachedPrice = 0.1;

/**
 * The input tokens that a model is charged for one task, from the tokens of the tool list, of the goal and of each
 * answer in its order.
 *
 * Assumptions: before call n the model is sent the tool list, the goal and all answers before, and once more after the
 * last answer, when it ends. So n answers take n + 1 requests: `conversation` counts each request in full. With a cache
 * each token is charged once in full, and at `cachedPrice` each further time: `cached`. What the model writes itself is
 * not known without a model, and is in none of them; nor are pictures and a system prompt.
 */
export function chargedTokens(toolList: number, goal: number, answers: readonly number[]): Charged {
  const head = toolList + goal;
  const all = answers.reduce((sum, tokens) => sum + tokens, 0);
  const conversation = answers.reduce(
    // An answer is sent again with every later request.
    (sum, tokens, index) => sum + tokens * (answers.length - index),
    head * (answers.length + 1),
  );
  const first = head + all;
  const cached = first + cachedPrice * (conversation - first);
  return { once: toolList + all, conversation, cached: Math.round(cached * 10) / 10 };
}
