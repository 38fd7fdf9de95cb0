import { expect, test } from 'vitest';
import { exampleLocalModel } from '../../harness/results/examples/example-local-model.ts';
import type { LocalModel } from '../../harness/results/records/local-model.ts';
import { weightsLines } from './weights-lines.ts';

function linesOf(changes: Partial<LocalModel> = {}): Record<string, string> {
  const { local } = exampleLocalModel(changes);
  if (!local) throw new Error('the example has weights');
  // Spaces that do not break are spaces here.
  return Object.fromEntries(
    weightsLines(local).map(([name, text]) => [name, text.replaceAll('\u00a0', ' ')]),
  );
}

test('the page of a row names the file of the weights, its digest and its quantisation', () => {
  const lines = linesOf();
  expect(lines.Weights).toMatch(/^example-0\.5b\.gguf, 491 MB, SHA-256 [0-9a-f]{64}$/);
  expect(lines).toMatchObject({
    Quantisation: 'Q4_K_M, 0.49 billion parameters',
    Context: '16,384 tokens of 32,768 that the model was trained with',
    Sampling: "temperature 0.7, top-k 20, top-p 0.8, repetition penalty 1.1, from the model's card",
    'Tool list': 'by the template of the weights',
    Runtime: 'node-llama-cpp 3.22.1 with llama.cpp b9000, on the CPU, 2 threads',
    'Network of the runtime': 'none',
  });
});

test('each part of split weights has a line, and unknown facts are left out', () => {
  const sha256 = 'a'.repeat(64);
  const lines = linesOf({
    weights: [
      { name: 'one.gguf', sha256, bytes: 1000 },
      { name: 'two.gguf', sha256, bytes: 2000 },
    ],
    context: { asked: 4096, granted: null, trained: null },
    network: 'unknown',
  });
  expect(lines).toMatchObject({
    'Weights, part 1 of 2': `one.gguf, 1.0 kB, SHA-256 ${sha256}`,
    'Weights, part 2 of 2': `two.gguf, 2.0 kB, SHA-256 ${sha256}`,
    Context: '4,096 tokens',
  });
  expect(lines['Network of the runtime']).toMatch(/^not known/);
});
