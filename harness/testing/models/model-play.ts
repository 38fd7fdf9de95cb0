import type { BuiltInAgentOptions } from '../../agents/built-in-agent.ts';
import { noModelOptions, noOptions } from '../../agents/built-in-agent.ts';
import { findBuiltInAgent } from '../../agents/index.ts';
import type { Contract } from '../../judge/contract.ts';
import { webOf } from '../folder-of.ts';
import { type FakeApi, fakeApi, type Question, type Reply } from '../model-apis/stand-in-api.ts';
import { type PlayedEpisode, type Playing, play } from '../play.ts';

/** A start page that says where the goal is, and the goal. */
export const webOfModel = await webOf({
  'a.test/index.html': '<title>Start</title><h1>Start</h1><p>Read on under <b>/goal</b>.</p>',
  'a.test/goal.html': '<h1>Goal</h1><p id="answer">42 metres</p>',
});

export const reached: Contract = {
  kind: 'and',
  children: [
    { kind: 'url', pattern: '^https://a\\.test/goal' },
    { kind: 'dom_text', selector: '#answer', contains: '42 metres' },
  ],
};

/** The same where the judge asks for the answer, and looks at no page. */
export const answered = {
  task: { judge: 'end', verify: 'state' },
  success: {
    kind: 'and',
    children: [
      { kind: 'network', url_pattern: '^https://a\\.test/goal$', status_in: [200], since: 'contract_enter' },
      { kind: 'answer', type: 'string', value: '42 metres' },
    ],
  },
} as const satisfies Partial<Playing>;

export const vendors = ['claude', 'openai'] as const;
export type VendorId = (typeof vendors)[number];

export const toGoal: Reply = { calls: [{ tool: 'open', args: { url: 'https://a.test/goal' } }] };
export const done: Reply = { calls: [{ tool: 'done', args: { success: true, answer: '42 metres' } }] };

/** Prices that make sums easy to check: 2 in, 10 out, 2.5 to write to a cache, 0.2 to read. */
export const price = { input: 2, output: 10, cacheWrite: 2.5, cacheRead: 0.2 };

/** Plays one episode with a vendor's adapter against a stand-in whose model is scripted. */
export async function playModel(
  vendor: VendorId,
  model: (asked: Question) => Reply | Promise<Reply>,
  {
    flags,
    env,
    ...playing
  }: Partial<Playing> & {
    flags?: Partial<BuiltInAgentOptions['model']>;
    env?: Record<string, string>;
  } = {},
): Promise<PlayedEpisode & { api: FakeApi; refusal: string | null }> {
  const api = await fakeApi(model);
  const adapter = await findBuiltInAgent(vendor).make({
    ...noOptions,
    env: { ...api.env, ...env },
    model: { ...noModelOptions, price, ...flags },
  });
  const played = await play({ web: webOfModel, success: reached, ...playing, adapter });
  return { ...played, api, refusal: adapter.spending?.refusal() ?? null };
}
