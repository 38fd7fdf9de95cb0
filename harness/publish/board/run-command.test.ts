import { expect, test } from 'vitest';
import { sha256 } from '../../platform/digest.ts';
import { exampleLocalModel } from '../../results/examples/example-local-model.ts';
import { exampleRun } from '../../results/examples/example-run.ts';
import {
  digestCommand,
  episodeCommand,
  episodeCommandText,
  runCommand,
  scoreCommand,
  typedWords,
} from './run-command.ts';

const words = 'npm run harness --';

test('a plain replay needs its suite, server, adapter and web', () => {
  expect(runCommand(words, exampleRun(), undefined)).toBe(
    'npm run harness -- --suite webvoyager --server playwright --adapter replay --web hermetic --workers 1',
  );
});

test('values that differ from the defaults become flags', () => {
  const limits = { ...exampleRun().config.limits, maxSteps: 5 };
  const run = exampleRun({ config: { adapter: 'claude', model: 'a model', trials: 5, workers: 2, limits } });
  expect(runCommand(words, run, undefined)).toContain(
    "--adapter claude --web hermetic --model 'a model' --trials 5 --workers 2 --max-steps 5",
  );
});

test('open weights are named by their file, or by the name that models get knows', () => {
  const digest = sha256('weights');
  const runWith = (name: string) => {
    const model = exampleLocalModel({ weights: [{ name, sha256: digest, bytes: 1 }] });
    return exampleRun({ runId: 'a-run', config: { adapter: 'local', model } });
  };
  const commandWith = (name: string) => runCommand(words, runWith(name), undefined);
  expect(commandWith('mine.gguf')).toContain('--server playwright --web hermetic --model-file ./mine.gguf');
  expect(commandWith(`qwen@${digest.slice(0, 16)}.gguf`)).toContain(
    '--server playwright --web hermetic --model-file qwen --workers 1',
  );
  expect(scoreCommand(words, runWith('mine.gguf'))).toBe(
    'npm run harness -- verify a-run --model-file ./mine.gguf',
  );
  expect(scoreCommand(words, exampleRun())).toBeNull();
});

test('shell syntax is quoted', () => {
  expect(runCommand(words, exampleRun({ suite: "it's; rm -rf ~" }), undefined)).toContain(
    `--suite 'it'\\''s; rm -rf ~'`,
  );
});

test('an episode is played again up to its trial, in its world, without saving', () => {
  const town = exampleRun({ suite: 'town', config: { worldSeeds: [1, 2], trials: 5, workers: 2 } });
  expect(episodeCommand(words, town, { taskId: 'mail-restore-s2', trial: 3 }, undefined)).toBe(
    'npm run harness -- --suite town --server playwright --adapter replay --web hermetic --task mail-restore-s2 --seed 2 --trials 3 --no-save',
  );
  expect(episodeCommand(words, exampleRun(), { taskId: 'task-s2', trial: 1 }, undefined)).toMatch(
    /--web hermetic --task task-s2 --no-save$/,
  );
});

test('the command of any episode has placeholders for its task, its seed (if any) and its trial', () => {
  const of = (worldSeeds: number[] | null) =>
    episodeCommandText(words, exampleRun({ config: { worldSeeds } }), undefined);
  expect(of([1, 2])).toMatch(/--web hermetic --task \{task\} --seed \{seed\} --trials \{trial\} --no-save$/);
  expect(of(null)).toMatch(/--web hermetic --task \{task\} --trials \{trial\} --no-save$/);
});

test('the command for the digest checks the digest in the run', () => {
  expect(digestCommand({ runId: 'a-run', eventsSha256: 'ab12' })).toBe(
    'gzip -dc results/episodes/a-run.jsonl.gz | sha256sum | grep ab12',
  );
});

test('the typed command is shown without its output folder', () => {
  for (const out of ['--out /home/me/x', "--out 'my folder/x'", '--out=x'])
    expect(typedWords(`contract-bench --suite town ${out} --trials 2`)).toBe(
      'contract-bench --suite town --trials 2',
    );
});
