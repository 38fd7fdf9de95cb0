import { expect } from 'vitest';
import type { Reply } from '../model-apis/stand-in-api.ts';
import { done, playModel, toGoal, type VendorId, vendors } from './model-play.ts';

type Case = readonly [name: string, play: (vendor: VendorId) => Promise<void>];

/** Each case with one vendor, in turn. With the other one it is played where there is more time: `other` gives those. */
export function inTurn(cases: readonly Case[], { other = false } = {}) {
  return cases.map(([name, play], index) => {
    const vendor = vendors[(index + Number(other)) % vendors.length] ?? 'claude';
    return { vendor, name, play: () => play(vendor) };
  });
}

/** What the loop does whoever is asked. */
export const loopCases: readonly Case[] = [
  [
    'an agent that looks, goes and says done passes; what it used and said is in the result',
    async (vendor) => {
      const { result, transcript, api, left } = await playModel(vendor, ({ number, answers }) => {
        if (number === 1)
          return { text: 'Looking.', calls: [{ tool: 'run', args: { script: 'document.body.innerText' } }] };
        return answers.length === 1 && answers[0]?.includes('/goal')
          ? { ...toGoal, usage: { cacheRead: 50 } }
          : done;
      });
      expect(result).toMatchObject({
        status: 'passed',
        steps: 2,
        toolCalls: 2,
        tokens: { input: 300, output: 30, cacheRead: 50, cacheWrite: 0 },
        usd: 0.00091,
        requests: 3,
        retries: 0,
        selfReport: true,
        answer: '42 metres',
      });
      expect(transcript?.header).toMatchObject({ adapter: vendor });
      expect(transcript?.calls.map(({ tool }) => tool)).toEqual(['run', 'open']);
      expect(api.requests).toHaveLength(3);
      expect(left).toEqual([]);
    },
  ],
  [
    'several calls of one turn are made one after the other and answered together',
    async (vendor) => {
      const asked: string[][] = [];
      const { result } = await playModel(vendor, ({ number, answers }) => {
        asked.push(answers);
        if (number > 1) return done;
        return {
          calls: [
            { tool: 'wait', args: { ms: 1 } },
            ...(('calls' in toGoal && toGoal.calls) || []),
            { tool: 'fail', args: {} },
          ],
        };
      });
      expect(result).toMatchObject({ status: 'passed', steps: 3, serverErrors: 1 });
      expect(asked[1]).toHaveLength(3);
      expect(asked[1]?.[0]).toContain('waited');
      expect(asked[1]?.[2]).toContain('it did not work');
    },
  ],
  [
    'a tool that there is not and arguments that are none are answered with an error and counted; the episode goes on',
    async (vendor) => {
      const { result, transcript } = await playModel(vendor, ({ number, answers }): Reply => {
        if (number === 1) return { calls: [{ tool: 'teleport', args: { to: 'goal' } }] };
        if (number === 2) return { calls: [{ tool: 'open', args: { url: 7 } }] };
        if (number === 3)
          return { calls: [{ tool: 'open', args: vendor === 'openai' ? '{"url": ' : ['x'] }] };
        if (number === 4) {
          expect(answers[0]).toContain('unknown tool teleport');
          expect(answers[2]).toMatch(/the arguments must be a(n| JSON) object/);
          return toGoal;
        }
        return done;
      });
      expect(result).toMatchObject({ status: 'passed', steps: 4, toolCalls: 3 });
      expect(result.serverErrors).toBeGreaterThanOrEqual(2);
      // What only an error answered is not recorded: a replay of it would be drift.
      expect(transcript?.calls.map(({ args }) => args)).toEqual([{ url: 'https://a.test/goal' }]);
    },
  ],
  [
    'a lower cap is kept',
    async (vendor) => {
      const usage = { input: 2000, output: 1000 };
      const { result, api } = await playModel(
        vendor,
        () => ({ calls: [{ tool: 'wait', args: { ms: 1 } }], usage }),
        {
          flags: { maxUsd: 0.05, maxTokens: 1000 },
        },
      );
      expect(result.status).toBe('budget_exceeded');
      expect(result.usd).toBeLessThanOrEqual(0.05);
      expect(api.requests[0]?.body).toMatchObject(
        vendor === 'claude' ? { max_tokens: 1000 } : { max_completion_tokens: 1000 },
      );
    },
  ],
  [
    'an answer cut at its limit is not acted on, and the model is told',
    async (vendor) => {
      const { result, api } = await playModel(vendor, ({ number }) => {
        if (number === 1) return { text: 'Let me think at length', cut: true };
        if (number === 2) return { calls: [{ tool: 'open', args: { url: 'https://a.test/' } }], cut: true };
        return number === 3 ? toGoal : done;
      });
      expect(result).toMatchObject({ status: 'passed', steps: 2, toolCalls: 1 });
      expect(JSON.stringify(api.requests[1]?.body)).toContain('was cut at 16384 tokens');
      expect(JSON.stringify(api.requests[2]?.body)).toContain('nothing of it was done');
    },
  ],
  [
    'long answers are cut, which is said, and images are passed as images',
    async (vendor) => {
      const { api } = await playModel(vendor, ({ number }) => {
        if (number === 1) return { calls: [{ tool: 'long', args: { length: 70_000 } }] };
        return number === 2 ? { calls: [{ tool: 'picture', args: {} }] } : done;
      });
      const second = JSON.stringify(api.requests[1]?.body);
      expect(second).toContain('[cut: 10000 more characters are not shown]');
      expect(second.length).toBeLessThan(70_000);
      const third = JSON.stringify(api.requests[2]?.body);
      expect(third).toContain('the image follows'.slice(0, vendor === 'openai' ? 17 : 0));
      expect(third).toContain(
        vendor === 'claude' ? '"media_type":"image/png"' : 'data:image/png;base64,iVBOR',
      );
    },
  ],
];

/** What an API does that makes it wait, or ends it. */
export const waitingCases: readonly Case[] = [
  [
    "429, 529 and 500 are waited out, and the wait is not the agent's",
    async (vendor) => {
      const replies: Reply[] = [
        { status: 429, headers: { 'retry-after': '1' } },
        { status: 529, headers: { 'retry-after-ms': '700' } },
        { status: 500, headers: { 'retry-after-ms': '300' } },
        toGoal,
        done,
      ];
      const { result, api, tookMs } = await playModel(vendor, ({ number }) => replies[number - 1] ?? done);
      expect(result.status).toBe('passed');
      expect(api.requests).toHaveLength(5);
      expect(tookMs - result.durationMs).toBeGreaterThan(1900);
      expect(tookMs - result.phases.adapter).toBeGreaterThan(1900);
    },
  ],
  [
    'a refused key is an error of the API, and the adapter says that there is no use in going on',
    async (vendor) => {
      const { result, api, refusal } = await playModel(vendor, () => ({
        status: 401,
        message: 'invalid x-api-key',
      }));
      expect(result).toMatchObject({
        status: 'model_error',
        error: expect.stringContaining('invalid x-api-key'),
      });
      expect(refusal).toContain('invalid x-api-key');
      expect(api.requests).toHaveLength(1);
    },
  ],
  [
    'an answer that breaks off is asked for again',
    async (vendor) => {
      const { result, api } = await playModel(vendor, ({ number }) =>
        number === 1 ? { breakOff: true } : number === 2 ? toGoal : done,
      );
      expect(result).toMatchObject({ status: 'passed', usd: 0.0006, costIsLowerBound: true });
      expect(api.requests).toHaveLength(3);
    },
  ],
];
