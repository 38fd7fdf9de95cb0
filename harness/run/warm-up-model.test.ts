import { expect, test } from 'vitest';
import type { WarmUp, WarmUpRequest } from '../agents/built-in-agent.ts';
import { exampleResult, exampleRun } from '../results/examples/example-run.ts';
import { withToolChoice } from '../results/records/comparability-key.ts';
import type { Result, Run } from '../results/records/result.ts';
import { modelTask } from '../testing/models/vendor-agent.ts';
import type { Plan } from './plan.ts';
import { warmUpModel } from './warm-up-model.ts';

const tokens = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };
const use: NonNullable<WarmUp['use']> = {
  ...{ tokens, usd: 0.25, requests: 1, retries: 0, answered: 'm' },
  ...{ isLowerBound: false, overshootUsd: 0 },
};

function runOf(episodes: Result[]): Run {
  return withToolChoice(exampleRun({ config: { kind: 'model', model: 'm' }, episodes }), undefined);
}

/** Warms up a model that answers with a choice of tools, before the runs of a plan. */
async function warmed(runs: Run[], toolChoice: WarmUp['toolChoice'], maxUsdTotal: number | null = null) {
  const asked: WarmUpRequest[] = [];
  const warmUp = async (request: WarmUpRequest): Promise<WarmUp> => {
    asked.push(request);
    return { use, note: 'the model called a tool', toolChoice };
  };
  const planned = runs.map((run) => ({
    run,
    scheduled: [{ file: { suite: 'own', task: modelTask }, trial: 1 }],
  }));
  const lines: string[] = [];
  await warmUpModel(
    // A plan has more parts, which are not read here.
    {
      adapter: { spending: { warmUp } },
      options: {
        maxUsdTotal,
        maxSteps: null,
        maxDurationMs: null,
        durationMs: null,
        model: { maxUsd: null },
      },
      ...{ suites: new Map(), web: 'hermetic', redactKeys: (text: unknown) => text },
      runs: planned,
    } as unknown as Plan,
    { tools: [], instructions: null },
    { log: (line) => lines.push(line), signal: new AbortController().signal },
  );
  return { asked: asked[0], runs: planned.map(({ run }) => run), lines };
}

test('the choice of tools is that of all runs, and the cost that of the first', async () => {
  const { runs, asked, lines } = await warmed([runOf([]), runOf([])], 'required');
  expect(asked).toMatchObject({ toolChoice: null, mostUsd: null });
  expect(runs.map(({ config }) => config.toolChoice)).toEqual(['required', 'required']);
  expect(runs.map(({ warmUp }) => warmUp)).toEqual([{ requests: 1, tokens, usd: 0.25 }, undefined]);
  expect(new Set(runs.map(({ config }) => config.comparabilityKey))).not.toContain(
    runOf([]).config.comparabilityKey,
  );
  expect(lines).toEqual([
    'preflight  each answer of the model has to be a call',
    'preflight  warm-up of the model: the model called a tool (1 request, 110 tokens, 0.25 USD)',
  ]);
});

test('without a forced call the keys stay those of older runs', async () => {
  const before = runOf([]);
  const { runs } = await warmed([before], 'auto');
  expect(runs[0]?.config).toEqual(before.config);
});

test('a run that goes on keeps its choice, adds the cost, and may spend the rest of the total', async () => {
  const before = withToolChoice(runOf([exampleResult({ usd: 0.5 })]), 'required');
  const earlier = { ...before, warmUp: { requests: 1, tokens, usd: 0.25 } };
  const { runs, asked } = await warmed([earlier], 'required', 1);
  expect(asked).toMatchObject({ toolChoice: 'required', mostUsd: 0.25 });
  expect(runs[0]?.config).toEqual(before.config);
  expect(runs[0]?.warmUp).toMatchObject({ requests: 2, usd: 0.5 });
  expect((await warmed([runOf([exampleResult()])], 'auto')).asked).toMatchObject({ toolChoice: 'auto' });
});
