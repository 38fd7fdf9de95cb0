import { sha256 } from '../../platform/digest.ts';
import type { LocalModel } from '../records/local-model.ts';
import type { ModelRecord } from '../records/run-identity.ts';
import { exampleModel } from './example-run.ts';

/** A model record of `--model-file` with one file of weights. */
export function exampleLocalModel(changes: Partial<LocalModel> = {}): ModelRecord {
  const asked = 'Example 0.5B Instruct@0123456789ab';
  return {
    ...{ ...exampleModel(asked, 'local'), api: 'local', maxTokens: 1024 },
    local: {
      weights: [{ name: 'example-0.5b.gguf', sha256: sha256('weights'), bytes: 491_400_064 }],
      architecture: 'qwen2',
      parameters: 494_032_768,
      quantisation: 'Q4_K_M',
      types: { Q4_K: 0.8, Q6_K: 0.2 },
      says: { name: 'Example 0.5B Instruct', licence: 'apache-2.0', baseModel: null },
      tokenizerSha256: sha256('tokenizer'),
      template: { sha256: sha256('template'), from: 'gguf', toolsFrom: 'template' },
      context: { asked: 16_384, granted: 16_384, trained: 32_768 },
      sampling: { temperature: 0.7, topK: 20, topP: 0.8, repeatPenalty: 1.1, from: 'card' },
      seed: 'trial',
      threads: 2,
      runtime: {
        id: 'node-llama-cpp',
        version: '3.22.1',
        release: 'b9000',
        integrity: 'sha512-example',
        backend: 'cpu',
      },
      toolCalls: 'grammar',
      network: 'none',
      ...changes,
    },
  };
}
