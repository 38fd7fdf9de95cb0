import { expect, test } from 'vitest';
import { statusNames } from '../../results/records/statuses.ts';
import { emptyTrajectory } from '../../results/score/trajectory.ts';
import { exportFaults } from '../../testing/export-faults.ts';
import { exportedExample, playedEpisode, times, usage } from '../../testing/exported-example.ts';
import { exportFormats } from './index.ts';

const ids = exportFormats.map(({ id }) => id);

test.each(ids)('%s: an episode of any end passes the schema', async (format) => {
  const answer = { kind: 'text', isError: true, bytes: 9, sha256: 'x', durationMs: 1, said: 'no' } as const;
  const call = { tool: 'click', args: { ref: null, deep: { list: [1, null] } } };
  const step = { call, sent: false, recorded: false, answer, page: null, endedAtMs: null };
  const unanswered = { ...step, answer: null };
  const calls = [
    { id: 'call-1', step, answer: { record: answer, text: 'no', whole: false }, times },
    { id: 'call-2', step: unanswered, answer: null, times: null },
  ];
  const episodes = [
    ...statusNames.map((status, index) => playedEpisode({ status, trial: index + 1 })),
    playedEpisode({ trial: 50, selfReport: false, answer: '42' }, { turns: [{ said: null, calls }] }),
    playedEpisode({ trial: 51, status: 'tool_error' }, { trajectory: null, turns: [] }),
    playedEpisode({ trial: 52 }, { goal: null, turns: [] }),
  ];
  const files = exportedExample(format, ...episodes);
  expect(files.length).toBe({ atif: episodes.length - 1, eee: 2 }[format] ?? 1);
  expect((await Promise.all(files.map(({ text }) => exportFaults(format, text)))).flat()).toEqual([]);
});

const places: Record<string, string[]> = {
  atif: ['steps', 'agent'],
  inspect: ['samples', 'eval', 'stats'],
  eee: ['evaluation_results', 'model_info', 'source_metadata'],
  otel: ['resourceSpans'],
};

test.each(ids)('%s: the schema refuses a field that the format does not know', async (format) => {
  const [file] = exportedExample(format, playedEpisode());
  expect(await exportFaults(format, file?.text ?? '')).toEqual([]);
  for (const place of places[format] ?? []) {
    const changed = structuredClone(file?.content);
    const target = Array.isArray(changed[place]) ? changed[place][0] : changed[place];
    target.invented = 1;
    expect(await exportFaults(format, JSON.stringify(changed))).toEqual([
      expect.stringMatching(/must NOT have additional properties .*invented/),
    ]);
  }
});

test.each(ids)('%s: odd text and numbers are JSON that strict parsers read and write', async (format) => {
  const odd = 'bell \u0007 \u001b[31m \u0000 half \ud83d, \udc00 \\ud83d \u2028\u2029\uffff \u{1f600}';
  const answer = { kind: 'text', isError: true, bytes: 9, sha256: 'x', durationMs: 1, said: odd } as const;
  const args = { [odd]: odd, huge: 1e308, tiny: 5e-324, whole: 2 ** 60, minus: -0, none: Number.NaN };
  const end = { sent: true, recorded: true, answer, page: null, endedAtMs: null };
  const shown = { answer: { record: answer, text: odd, whole: false }, times };
  const calls = [{ id: 'call-1', step: { call: { tool: odd, args }, ...end }, ...shown }];
  const said = { text: odd, stopReason: odd, tokens: null, usd: null, times };
  const played = { goal: odd, opening: { tool: odd, url: odd, ...shown }, turns: [{ said, calls }] };
  const lost = playedEpisode({ status: 'tool_error', error: odd }, played);
  const files = exportedExample(format, lost, playedEpisode({ answer: odd, trial: 2 }, played));
  const read = odd.replace('\ud83d,', '\ufffd,').replace('\udc00', '\ufffd');
  expect(files.at(-1)?.text).toContain(JSON.stringify(read).slice(1, -1));
  for (const { text } of files) {
    expect(await exportFaults(format, text)).toEqual([]);
    // Python reads half a pair and cannot write it again; it takes numbers that are no JSON.
    expect(text.isWellFormed()).toBe(true);
    expect(text.replaceAll('\\\\', '')).not.toMatch(/\\ud[89a-f]|: *-?(?:NaN|Infinity)/);
  }
});

test('atif: the schema has fields that only an agent has, and a step without a model', async () => {
  const [file] = exportedExample('atif', playedEpisode());
  const changedStep = (changes: object) => {
    const { content } = structuredClone({ content: file?.content });
    Object.assign(content.steps[1], changes);
    return exportFaults('atif', JSON.stringify(content));
  };
  expect(await changedStep({})).toEqual([]);
  expect(await changedStep({ llm_call_count: 0 })).not.toEqual([]);
  expect(await changedStep({ source: 'user' })).not.toEqual([]);
  expect(await changedStep({ step_id: 7 })).toEqual(['steps[1] is numbered 7']);
  expect(await changedStep({ observation: { results: [{ source_call_id: 'x' }] } })).toEqual([
    'steps[1] answers x, no call of it',
  ]);
});

test('atif: prompt tokens include the cached ones, and unknown counts are left out', () => {
  const turns = [{ said: { text: '', stopReason: null, tokens: null, usd: null, times }, calls: [] }];
  const trajectory = {
    ...emptyTrajectory({ stop: 'done' }),
    usage: { ...usage, tokens: null, usd: null, answered: null },
  };
  const [counted, unknown] = exportedExample(
    'atif',
    playedEpisode(),
    playedEpisode({ trial: 2 }, { trajectory, turns }),
  );
  const metrics = { prompt_tokens: 15, completion_tokens: 5, cached_tokens: 3, cost_usd: 0.25 };
  expect(counted?.content.steps[1].metrics).toMatchObject(metrics);
  expect(counted?.content.final_metrics).toEqual({
    total_prompt_tokens: 15,
    total_completion_tokens: 5,
    total_cached_tokens: 3,
    total_cost_usd: 0.25,
    total_steps: 2,
    extra: {
      requests: 2,
      retries: 1,
      answered: 'a-model-5',
      isLowerBound: false,
      overshootUsd: 0,
      cacheWriteTokens: 2,
    },
  });
  expect(unknown?.content.steps[1]).toEqual({
    step_id: 2,
    source: 'agent',
    message: '',
    reasoning_effort: 'high',
    llm_call_count: 1,
  });
  expect(unknown?.content.final_metrics).toEqual({
    total_steps: 2,
    extra: { requests: 2, retries: 1, isLowerBound: false, overshootUsd: 0 },
  });
});

test('atif: ids of tasks cannot leave the folder of the export', () => {
  const [file] = exportedExample('atif', playedEpisode({ taskId: '../../x' }));
  expect(file?.name).toBe('run-1/.._.._x.1.json');
});

test('inspect: an infrastructure error has an error and no score, and does not count for accuracy', () => {
  const lost = playedEpisode({ trial: 3, status: 'tool_error', error: 'the browser is gone' });
  const failed = playedEpisode({ trial: 2, status: 'max_steps' });
  const [log] = exportedExample('inspect', playedEpisode(), failed, lost);
  expect(log?.name).toBe('2026-01-02T03-04-05-00-00_webvoyager_run-1.json');
  expect(log?.content.results).toMatchObject({
    total_samples: 3,
    completed_samples: 2,
    scores: [{ scored_samples: 2, unscored_samples: 1, metrics: { accuracy: { value: 0.5 } } }],
  });
  const samples = log?.content.samples;
  expect(
    samples.map((sample: { scores?: { contract: { value: string } } }) => sample.scores?.contract.value),
  ).toEqual(['C', 'I', undefined]);
  expect(samples[1].limit).toEqual({ type: 'custom', limit: 100 });
  expect(samples[2].error.message).toBe('the browser is gone');
});

test('inspect: the usage of a log is the sum of its samples, and empty if one is unknown', () => {
  const [both] = exportedExample('inspect', playedEpisode(), playedEpisode({ trial: 2 }));
  expect(both?.content.samples[0].model_usage['a-model'].total_tokens).toBe(20);
  expect(both?.content.stats.model_usage).toEqual({
    'a-model': {
      input_tokens: 20,
      output_tokens: 10,
      total_tokens: 40,
      input_tokens_cache_read: 6,
      input_tokens_cache_write: 4,
      total_cost: 0.5,
    },
  });
  const trajectory = { ...emptyTrajectory({ stop: 'done' }), usage: { ...usage, tokens: null } };
  const [unknown] = exportedExample('inspect', playedEpisode(), playedEpisode({ trial: 2 }, { trajectory }));
  expect(unknown?.content.stats.model_usage).toEqual({});
  expect(unknown?.content.samples[1].model_usage).toEqual({});
});
