import { describe, expect, test } from 'vitest';
import type { Reply } from '../../testing/model-apis/stand-in-api.ts';
import { done, playModel, toGoal, vendors } from '../../testing/models/model-play.ts';
import { type Case, inTurn } from '../../testing/models/vendor-cases.ts';
import { isLong, sized } from '../../testing/sized.ts';

/** The behaviour of the loop with every vendor. */
const cases: readonly Case[] = [
  [
    'an agent that reads, navigates and calls done passes; its usage and report are in the result',
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
    'several calls of one turn are made one at a time and answered together',
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
    'an unknown tool and invalid arguments get an error answer and are counted; the episode continues',
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
      // Calls that only got an error answer are not recorded, because their replay would be drift.
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
      expect(api.requests[0]?.body).toMatchObject({ max_tokens: 1000 });
    },
  ],
  [
    'an answer that was cut at its limit has no effect, and the model gets a message',
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
    'long answers are cut with a note, and images stay images',
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

describe.each(
  inTurn(
    sized(
      [cases[0], cases[2]].filter((each) => each !== undefined),
      cases,
    ),
  ),
)('$vendor', ({ name, play }) => {
  test(name, play);
});

// All vendors share the loop, so its own decisions are tested once.

if (isLong) {
  test('an answer above the expected cost still counts; the next request is not sent', async () => {
    const { result, api } = await playModel('claude', () => ({ ...toGoal, usage: { input: 900_000 } }));
    expect(result).toMatchObject({ status: 'budget_exceeded', usd: 1.8001, toolCalls: 1 });
    expect(result.overshootUsd).toBeCloseTo(1.3001, 10);
    expect(api.requests).toHaveLength(1);
  });

  test('the first turn without a call gets a reminder; the second one ends the episode without a report', async () => {
    const { result, api } = await playModel('claude', () => ({ text: 'I will now click.' }));
    expect(result).toMatchObject({
      status: 'failed',
      selfReport: null,
      answer: null,
      stopReason: 'end_turn',
    });
    expect(api.requests).toHaveLength(2);
    expect(JSON.stringify(api.requests[1]?.body)).toContain('You called no tool.');
  });

  test('a reported failure stays in the report, but the page decides the verdict', async () => {
    const gaveUp: Reply = { calls: [{ tool: 'done', args: { success: false } }] };
    const { result } = await playModel('claude', ({ number }) => (number === 1 ? toGoal : gaveUp));
    expect(result).toMatchObject({ status: 'passed', selfReport: false, answer: null });
  });

  test('a model that loops is stopped at the step limit of its task', async () => {
    const { result, api } = await playModel(
      'claude',
      () => ({ calls: [{ tool: 'wait', args: { ms: 1 } }] }),
      {
        maxSteps: 30,
      },
    );
    expect(result).toMatchObject({ status: 'max_steps', steps: 30, toolCalls: 30 });
    expect(api.requests).toHaveLength(30);
  });

  test('a request over the budget is not sent', async () => {
    const usage = { input: 100, output: 4096 };
    const { result, api } = await playModel('claude', () => ({
      calls: [{ tool: 'wait', args: { ms: 1 } }],
      usage,
    }));
    expect(result.status).toBe('budget_exceeded');
    // Each request costs 0.04116 USD; the thirteenth, with the same expected cost, would exceed 0.50.
    expect(api.requests).toHaveLength(12);
    expect(result.usd).toBe(0.49392);
    expect(result.error).toMatch(
      /the next request would cost about 0\.04\d+ USD; 0\.49392 of 0\.5 are spent/,
    );
  });

  test('an episode that ends with a text has the answer of its last line', async () => {
    const { result } = await playModel('claude', () => ({ text: 'It says so there.\nANSWER: 42 metres' }));
    expect(result).toMatchObject({ selfReport: null, answer: '42 metres' });
  });

  test('a model that only writes the wanted text fails', async () => {
    const { result } = await playModel('claude', () => ({ text: 'https://a.test/goal says 42 metres.' }));
    expect(result).toMatchObject({ status: 'failed', steps: 0 });
  });

  describe.each(vendors)('%s', (vendor) => {
    test('without reported usage the cost is unknown, not 0', async () => {
      const { result } = await playModel(vendor, ({ number }) => ({
        ...(number === 1 ? toGoal : done),
        usage: 'none',
      }));
      expect(result).toMatchObject({ status: 'passed', usd: null, tokens: null });
    });
  });
}
