import { expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { smallWeights } from '../../testing/small-weights.ts';
import { benchWeights } from './bench-weights.ts';

test('both sides read the same prompts and write the same number of tokens', async () => {
  await smallWeights(process.env);
  const printed: string[] = [];
  const measured = await benchWeights(
    {
      project: thisProject,
      signal: new AbortController().signal,
      print: (line) => void printed.push(line),
    },
    { pairs: 1, requests: 2 },
  );
  expect(measured.samples).toHaveLength(1);
  expect(printed).toEqual([
    expect.stringMatching(/^pair 1: bare [\d.]+ s, judged [\d.]+ s, ratio [\d.]+$/),
    expect.stringMatching(/^\d+ x .+, Node v/),
    expect.stringMatching(/ 2 requests with prompts of up to \d+ tokens and answers of 32 tokens$/),
    expect.stringMatching(/^median ratio judged \/ bare over 1 pair: [\d.]+ \(at most 1.1 required\)$/),
  ]);
});
