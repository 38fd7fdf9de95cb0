import { expect, test, vi } from 'vitest';
import type { Reply, Script } from '../../stand-ins/script.ts';
import { playOn } from '../../testing/play-on.ts';

vi.setConfig({ testTimeout: 60_000 });

const toGoal: Reply = { calls: [{ tool: 'open', args: { url: 'https://a.test/goal' } }] };
const done: Reply = { calls: [{ tool: 'done', args: { success: true } }] };
const always =
  (reply: Reply): Script =>
  () =>
    reply;
/** The fault once, then an episode as it should be. */
const once =
  (reply: Reply): Script =>
  ({ number }) =>
    number === 1 ? reply : number === 2 ? toGoal : done;

type Fault = {
  dialect: string;
  script: Script;
  status: string;
  error?: RegExp;
  /** Whether what it cost is known, known in part, or not at all. */
  cost: 'known' | 'lower bound' | 'unknown';
  endsRun?: true;
};

const claude = 'anthropic-messages';
const faults: Record<string, Fault> = {
  'a refusal': {
    dialect: claude,
    script: always({ text: 'No.', end: 'refusal' }),
    status: 'model_refused',
    error: /refusal/,
    cost: 'known',
  },
  'a filtered answer': {
    dialect: 'openai-chat',
    script: always({ end: 'filtered' }),
    status: 'model_refused',
    error: /content_filter/,
    cost: 'known',
  },
  'a full context': {
    dialect: claude,
    script: always({ text: 'a', end: 'context-full' }),
    status: 'context_full',
    error: /model_context_window_exceeded/,
    cost: 'known',
  },
  'a pause': {
    dialect: claude,
    script: once({ text: 'Wait.', end: 'pause' }),
    status: 'passed',
    cost: 'known',
  },
  'an answer that came to nothing': {
    dialect: 'openrouter',
    script: always({ end: 'failed' }),
    status: 'model_error',
    cost: 'known',
  },
  'an answer that came to nothing once': {
    dialect: 'openrouter',
    script: once({ end: 'failed' }),
    status: 'passed',
    cost: 'known',
  },
  'an empty turn': { dialect: claude, script: once({}), status: 'passed', cost: 'known' },
  'no usage': {
    dialect: claude,
    script: once({ ...toGoal, usage: 'none' }),
    status: 'passed',
    cost: 'unknown',
  },
  'an empty usage': {
    dialect: 'openai-chat',
    script: once({ ...toGoal, usage: 'empty' }),
    status: 'passed',
    cost: 'unknown',
  },
  'half a usage': {
    dialect: 'openai-chat',
    script: once({ ...toGoal, usage: 'partial' }),
    status: 'passed',
    cost: 'unknown',
  },
  'a usage of nulls': {
    dialect: claude,
    script: once({ ...toGoal, usage: 'null' }),
    status: 'passed',
    cost: 'unknown',
  },
  'a content of parts': {
    dialect: 'mistral',
    script: once({ text: 'Hm.', ...toGoal, misshapen: 'array-content' }),
    status: 'passed',
    cost: 'known',
  },
  'arguments that are an object': {
    dialect: 'openai-chat',
    script: once({ ...toGoal, misshapen: 'object-arguments' }),
    status: 'passed',
    cost: 'known',
  },
  'a call without a function': {
    dialect: 'openai-chat',
    script: once({ ...toGoal, misshapen: 'no-function' }),
    status: 'passed',
    cost: 'known',
  },
  garbage: {
    dialect: claude,
    script: always({ transport: 'garbage' }),
    status: 'model_error',
    error: /no JSON/,
    cost: 'unknown',
  },
  'garbage once': {
    dialect: claude,
    script: once({ transport: 'garbage' }),
    status: 'passed',
    cost: 'lower bound',
  },
  'a page of HTML': {
    dialect: claude,
    script: always({ transport: 'html' }),
    status: 'model_error',
    error: /no JSON/,
    cost: 'unknown',
  },
  'an empty object': {
    dialect: claude,
    script: always({ transport: 'empty-object' }),
    status: 'model_error',
    error: /no message/,
    cost: 'unknown',
  },
  'an error in a success': {
    dialect: claude,
    script: always({ transport: 'error-in-200' }),
    status: 'model_error',
    cost: 'unknown',
  },
  'a stream that nobody asked for': {
    dialect: claude,
    script: always({ transport: 'other-form' }),
    status: 'model_error',
    error: /no JSON/,
    cost: 'known',
  },
  'half an answer once': {
    dialect: claude,
    script: once({ transport: 'cut' }),
    status: 'passed',
    cost: 'lower bound',
  },
  'a reset once': {
    dialect: claude,
    script: once({ transport: 'reset' }),
    status: 'passed',
    cost: 'lower bound',
  },
  'spent credit': {
    dialect: claude,
    script: always({ refuse: 'credit-spent' }),
    status: 'model_error',
    error: /credit balance/,
    cost: 'known',
    endsRun: true,
  },
  'an unpaid bill': {
    dialect: claude,
    script: always({ refuse: 'billing' }),
    status: 'model_error',
    cost: 'known',
    endsRun: true,
  },
  'a spent quota': {
    dialect: 'openai-responses',
    script: always({ refuse: 'quota-spent' }),
    status: 'model_error',
    error: /current quota/,
    cost: 'known',
    endsRun: true,
  },
  'an empty balance': {
    dialect: 'deepseek',
    script: always({ refuse: 'balance-spent' }),
    status: 'model_error',
    error: /Insufficient Balance/,
    cost: 'known',
    endsRun: true,
  },
  'a rate limit once': {
    dialect: claude,
    script: once({ refuse: 'rate-limit', retryAfterS: 1 }),
    status: 'passed',
    cost: 'known',
  },
  'an overload once': {
    dialect: claude,
    script: once({ refuse: 'overloaded' }),
    status: 'passed',
    cost: 'known',
  },
  'another model that answers': {
    dialect: claude,
    script: once({ ...toGoal, answeredBy: 'claude-other' }),
    status: 'passed',
    cost: 'known',
  },
};

test.each(Object.entries(faults))('%s ends an episode as the table says', async (_, fault) => {
  const { result, refusal } = await playOn(fault.dialect, fault.script);
  expect([result.status, result.error]).toEqual([
    fault.status,
    fault.error ? expect.stringMatching(fault.error) : result.error,
  ]);
  expect(refusal !== null).toBe(fault.endsRun === true);
  // Never a number that is none, and never 0 for what is not known.
  expect(result.usd === null || Number.isFinite(result.usd)).toBe(true);
  const cost = result.usd === null ? 'unknown' : result.costIsLowerBound ? 'lower bound' : 'known';
  expect(cost).toBe(fault.cost);
});

test.each(['hang', 'drip'] as const)(
  'an API whose answer is a %s is silent, which is no time of the agent',
  async (transport) => {
    const { result } = await playOn(claude, always({ transport }), { maxDurationMs: 2500 });
    expect(result).toMatchObject({ status: 'model_error', usd: null, tokens: null, costIsLowerBound: true });
  },
);
