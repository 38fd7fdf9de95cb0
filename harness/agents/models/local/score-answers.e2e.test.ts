import { afterEach, expect, test } from 'vitest';
import { llamaModules } from '../../../testing/llama-modules.ts';
import { grammarOf } from './answer-form.ts';
import { startRuntime } from './runtime/start-runtime.ts';
import { type StoredAnswer, whyNotOf } from './score-answers.ts';

const opened: AsyncDisposable[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each[Symbol.asyncDispose]();
});

const tools = [{ type: 'function', function: { name: 'open', parameters: { type: 'object' } } }];
const conversation = { messages: [{ role: 'user', content: 'Do it.' }], tools };
const sampling = { temperature: 0.7, topK: 20, topP: 0.8, repeatPenalty: 1 };

/** An answer of weights to which these numbers of other tokens are likelier than all that the grammar allows. */
async function answered(likelier: number) {
  const { runtime: installed, weights } = await llamaModules({
    text: '{"name": "open", "arguments": {}}',
    likelier,
  });
  // Nothing in it is undefined.
  const env = { ...process.env } as Record<string, string>;
  const runtime = await startRuntime(installed, { weights: [weights], context: 4096, threads: 1 }, env);
  opened.push(runtime);
  const grammar = grammarOf(tools);
  const given = await runtime.complete({ conversation, grammar, sampling, maxTokens: 80, seed: 'a' });
  if ('full' in given) throw new Error('the prompt is short');
  const answer: StoredAnswer = { request: 0, conversation, sampling, ...given };
  return { runtime, answer };
}

test.each([0, 1000])('an answer passes, also where %i forbidden tokens were likelier', async (likelier) => {
  const { runtime, answer } = await answered(likelier);
  expect(answer).toMatchObject({ end: 'call' });
  expect(await whyNotOf(runtime, answer)).toBeNull();
  const shifted = { ...answer, logProbability: answer.logProbability - 5 };
  expect(await whyNotOf(runtime, shifted)).toMatch(
    /^the log-probability of the answer is -?[\d.]+; stored is /,
  );
  const [first = 0, ...rest] = answer.tokens;
  const changed = { ...answer, tokens: [first, 98, ...rest.slice(1)] };
  expect(await whyNotOf(runtime, { ...changed, text: answer.text.replace('"', 'b') })).toMatch(
    /tokens lie outside the support of the sampler$/,
  );
  const other = { messages: [{ role: 'user', content: 'Do something else.' }], tools };
  expect(await whyNotOf(runtime, { ...answer, conversation: other })).toMatch(
    /^the stored conversation gives/,
  );
});
