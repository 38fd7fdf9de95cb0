import * as z from 'zod';

const count = z.int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The facts of local weights and of the runtime that computed them. A newer minor version may add fields. */
export const LocalModel = z.looseObject({
  /** The files in order, by their base names. */
  weights: z.array(z.looseObject({ name: z.string(), sha256, bytes: count })).min(1),
  architecture: z.string(),
  parameters: count,
  quantisation: z.string(),
  /** The share of the parameters by the type of their tensor. */
  types: z.record(z.string(), z.number()),
  /** Statements of the header about the model, unchecked. */
  says: z.looseObject({
    name: z.string().nullable(),
    licence: z.string().nullable(),
    baseModel: z.string().nullable(),
  }),
  tokenizerSha256: sha256,
  /** `toolsFrom`: what writes the tool list into the prompt, the template or the system message. */
  template: z.looseObject({
    sha256,
    from: z.enum(['gguf']),
    toolsFrom: z.enum(['template', 'system']).nullable(),
  }),
  /** In tokens. */
  context: z.looseObject({
    asked: z.int().positive(),
    granted: z.int().positive().nullable(),
    trained: z.int().positive().nullable(),
  }),
  /** `from`: the model's card, the header of the file, or the default of the harness. */
  sampling: z.looseObject({
    temperature: z.number(),
    topK: z.number(),
    topP: z.number(),
    repeatPenalty: z.number(),
    from: z.enum(['card', 'header', 'default']),
  }),
  /** `trial`: each attempt has its own seed, from its number and its task. */
  seed: z.enum(['trial']),
  threads: z.int().positive(),
  /** `release`: of llama.cpp. `integrity`: the npm digest of the package with llama.cpp. */
  runtime: z.looseObject({
    id: z.string(),
    version: z.string(),
    release: z.string().nullable(),
    integrity: z.string(),
    backend: z.enum(['cpu']),
  }),
  /**
   * `grammar`: every answer is a call, because a grammar of the tool list allows nothing else. `asked`: each request of an
   * external agent chose the form of its answer (a call, a text or JSON), and a grammar of that form held it.
   */
  toolCalls: z.enum(['grammar', 'asked']),
  /** `none`: the runtime ran in a sandbox without a network. */
  network: z.enum(['none', 'unknown']),
});
export type LocalModel = z.infer<typeof LocalModel>;
