import { expect, test } from 'vitest';
import { apiFormats } from '../../testing/model-apis/index.ts';
import { loopOn } from '../../testing/models/loop-on.ts';
import { playOn } from '../../testing/models/play-on.ts';
import { ways } from '../../testing/models/ways.ts';
import { sized } from '../../testing/sized.ts';

const done = { calls: [{ tool: 'done', args: { success: true, answer: '42 metres' } }] };

test.each(sized(['gemini'], Object.keys(ways)))(
  '%s: an episode with thoughts, pictures, errors and several calls a turn passes without avoidable refusals',
  async (dialect) => {
    const { result, rules, way, vendor } = await playOn(dialect, ({ number, answers }) => {
      if (number === 1)
        return {
          thinking: 'I look first.',
          text: 'Looking.',
          calls: [
            { tool: 'run', args: { script: 'document.body.innerText' } },
            { tool: 'picture', args: {} },
            { tool: 'fail', args: {} },
          ],
        };
      if (number === 2) return { text: 'I will now go there.' };
      if (number === 3) {
        expect(answers[0]).toContain('/goal');
        return { thinking: 'There.', calls: [{ tool: 'open', args: { url: 'https://a.test/goal' } }] };
      }
      return done;
    });
    expect(result.error).toBeUndefined();
    expect(rules).toEqual(way.refused);
    expect(result).toMatchObject({
      status: 'passed',
      steps: 4,
      toolCalls: 4,
      requests: 4,
      selfReport: true,
      answer: '42 metres',
    });
    // The count on the wire equals the API's count.
    const counted = vendor.requests.flatMap(({ figures }) => figures ?? []);
    expect(result.tokens?.output).toBe(counted.reduce((sum, { output }) => sum + output, 0));
    expect(result.tokens?.cacheRead).toBe(counted.reduce((sum, { cacheRead }) => sum + cacheRead, 0));
  },
);

test.each(sized(['vllm'], Object.keys(ways)))(
  '%s: thirty steps of full pages only end in a refusal about the prompt length',
  async (dialect) => {
    const ours = apiFormats.find(({ id }) => id === dialect)?.models ?? [];
    const models = ours.map((model) => ({ ...model, window: 120_000 }));
    const script = ({ number }: { number: number }) =>
      number <= 30 ? { calls: [{ tool: 'long', args: {} }] } : done;
    const { end, why, steps, rules } = await loopOn(dialect, script, { models });
    expect([end, why, steps]).toEqual(['max_steps', null, 30]);
    const known = new Set([...(ways[dialect]?.refused ?? []), 'prompt-too-long']);
    expect(rules.filter((rule) => !known.has(rule))).toEqual([]);
    expect(rules.filter((rule) => rule === 'prompt-too-long').length).toBeLessThanOrEqual(2);
  },
);
