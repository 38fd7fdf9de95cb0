import * as z from 'zod';
import { LocalModel } from './local-model.ts';

const count = z.int().nonnegative();
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * An object of a stored record. Fields added by a newer minor version are kept as read; the type omits them because no
 * code here uses them.
 */
export function record<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strip> {
  // The type omits the index signature, which would accept every misspelt field.
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

/**
 * What decided the calls: a recording, a negative control, a baseline without a model, a reference solution, our model
 * loop, a third-party agent.
 */
export const RunKind = z.enum(['replay', 'control', 'baseline', 'oracle', 'model', 'agent']);
export type RunKind = z.infer<typeof RunKind>;

/**
 * `door`: the interface of a third-party agent. `confined`: whether it was sandboxed (ran in namespaces of its own);
 * null if not recorded. The id begins with `custom:` if the agent comes from a command line or a file, or if its
 * program is not that of the listed package.
 */
export const Agent = record({
  id: z.string(),
  version: z.string(),
  /**
   * Only for a listed agent: the package of its program, and the digest of that package's files (for a package of
   * Python, also of its lock). Absent in older rows.
   */
  package: z.string().nullable().optional(),
  sha256: sha256.nullable().optional(),
  /** The interpreter of a listed agent that is not a Node program, such as `Python 3.12.4`. */
  runtime: z.string().max(100).optional(),
  /** Whether its model gets screenshots; absent if no setting of the agent decides that. */
  vision: z.boolean().optional(),
  door: z.enum(['none', 'mcp', 'cdp', 'acp']),
  confined: z.boolean().nullable(),
});

export const ModelRecord = record({
  /** `asked`: the requested name. `answered`: the name that the API reported, if it reported one. */
  asked: z.string(),
  answered: z.string().nullable(),
  api: z.string(),
  /**
   * What answered: the model's vendor, a listed host that forwards to several vendors, another host, a server on this
   * machine, or weights that the harness computed.
   */
  endpoint: z.enum(['vendor', 'host', 'private', 'loopback', 'local']),
  /** The id of a listed host (`deepseek`, `openrouter`); absent for the vendor of the API itself. */
  host: z.string().optional(),
  effort: z.string().nullable(),
  maxTokens: z.int().positive().nullable(),
  /**
   * The settings of the sampler that requests had, null for those left to the API; absent if all were. `seed`: that of
   * the first trial; each further trial had the next.
   */
  sampling: record({ temperature: z.number().nullable(), seed: z.int().nullable() }).optional(),
  /** Only for weights that the harness computed itself. */
  local: LocalModel.optional(),
});
export type ModelRecord = z.infer<typeof ModelRecord>;

/** USD per million tokens, with their source and date. */
export const PriceRecord = record({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cacheRead: z.number().nonnegative(),
  cacheWrite: z.number().nonnegative(),
  date: z.string().nullable(),
  source: z.enum(['table', 'flag', 'local']),
});
export type PriceRecord = z.infer<typeof PriceRecord>;

/** The limits enforced for each attempt; null if there is nothing to limit. */
export const Limits = record({
  maxSteps: z.int().positive(),
  maxDurationMs: z.int().positive(),
  maxUsd: z.number().positive().nullable(),
  /** Output tokens per turn. */
  maxTokens: z.int().positive().nullable(),
  /** Observations by an agent that drives the browser itself; absent if they are not counted. */
  maxLooks: z.int().positive().optional(),
  /** Limits for a model that the harness runs locally, in place of time and money; absent for all other runs. */
  local: record({ maxSteps: z.int().positive(), maxTokens: z.int().positive() }).optional(),
});
export type Limits = z.infer<typeof Limits>;

export const Tokens = record({ input: count, output: count, cacheRead: count, cacheWrite: count });
