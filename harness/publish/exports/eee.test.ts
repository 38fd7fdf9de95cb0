import { expect, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
import { exportFaults } from '../../testing/export-faults.ts';
import { exportedExample, playedEpisode } from '../../testing/exported-example.ts';
import { eee } from './eee.ts';

test('the score covers the episodes that count, and a run without such episodes has no score', async () => {
  const lost = playedEpisode({
    trial: 3,
    status: 'tool_error',
    success: false,
    error: 'the browser is gone',
  });
  const failed = playedEpisode({ trial: 2, status: 'max_steps', success: false });
  const [file, samples] = exportedExample('eee', playedEpisode(), failed, lost);
  expect(file?.content.evaluation_results[0].score_details).toMatchObject({
    score: 0.5,
    details: { passed: '1', episodes: '2', lost: '1' },
  });
  // Wilson's interval of 1 in 2 (equation 4 of Brown, Cai and DasGupta, 2001).
  const { confidence_interval, num_samples } =
    file?.content.evaluation_results[0].score_details.uncertainty ?? {};
  expect(num_samples).toBe(2);
  expect(confidence_interval).toMatchObject({ confidence_level: 0.95, method: 'wilson' });
  expect([confidence_interval.lower, confidence_interval.upper]).toEqual([
    expect.closeTo(0.0945, 4),
    expect.closeTo(0.9055, 4),
  ]);
  const rows = (samples?.text ?? '').trimEnd().split('\n');
  expect(rows.map((row) => JSON.parse(row).evaluation)).toMatchObject([
    { score: 1, is_correct: true, num_turns: 1 },
    { score: 0, is_correct: false },
  ]);
  expect(JSON.parse(rows[0] ?? '').token_usage).toMatchObject({ input_tokens: 15, total_tokens: 20 });
  const alone = exportedExample('eee', lost);
  expect(alone.map(({ content }) => content.evaluation_results)).toEqual([[]]);
  expect(await exportFaults('eee', alone[0]?.text ?? '')).toEqual([]);
});

test('a file points to its samples, by path, digest and rows', () => {
  const [file, samples] = exportedExample('eee', playedEpisode(), playedEpisode({ trial: 2 }));
  expect(file?.name).toMatch(/^data\/webvoyager\/openai\/a-model\/[0-9a-f-]{36}\.json$/);
  expect(samples?.name).toBe(file?.name.replace('.json', '_samples.jsonl'));
  expect(file?.content.detailed_evaluation_results).toEqual({
    format: 'jsonl',
    file_path: samples?.name,
    hash_algorithm: 'sha256',
    checksum: sha256(samples?.text ?? ''),
    total_rows: 2,
  });
});

test('a run without a model says so, and a run of a third party says what is unknown', () => {
  const infoOf = (kind: 'replay' | 'agent') => {
    const [file] = eee.files(exampleRun({ config: { kind } }), []);
    return JSON.parse(file?.text ?? '').model_info;
  };
  expect(infoOf('replay')).toMatchObject({ name: 'none', id: 'none/none' });
  expect(infoOf('replay').additional_details).toMatchObject({
    deployment_type: 'unknown',
    model_availability: 'unknown',
    decided_by: 'replay',
  });
  expect(infoOf('agent').id).toBe('unknown/unknown');
});

test('names of models and suites cannot leave the folder of the export', () => {
  const run = exampleRun({ suite: '..', config: { model: '../../etc' } });
  const [file] = eee.files(run, []);
  expect(file?.name).toMatch(/^data\/_\/_\/_-etc\/[0-9a-f-]{36}\.json$/);
});
