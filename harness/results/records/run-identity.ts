import * as z from 'zod';

const count = z.int().nonnegative();
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * An object of a stored record. Fields that a newer minor version added are kept as they were read; they are not in
 * the type, for no code here knows them.
 */
export function record<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strip> {
  // The same object to the type checker but for the index signature, which would let every misspelt field pass.
  return z.looseObject(shape) as unknown as z.ZodObject<Shape, z.core.$strip>;
}

/** Who decided the calls: a recording, a control that must pass nothing, one without a model, our loop, somebody's agent. */
export const RunKind = z.enum(['replay', 'control', 'baseline', 'oracle', 'model', 'agent']);
export type RunKind = z.infer<typeof RunKind>;

/**
 * `door`: how a foreign agent was let in. `confined`: whether it ran in namespaces of its own; null where nobody looked.
 * The id of one from a command line or a file, or whose program is not of the listed package, begins with `custom:`.
 */
export const Agent = record({
  id: z.string(),
  version: z.string(),
  /** Of a listed agent: the npm package that its program lies in, and the digest of that package's files. Absent in older rows. */
  package: z.string().nullable().optional(),
  sha256: sha256.nullable().optional(),
  door: z.enum(['none', 'mcp', 'cdp', 'acp']),
  confined: z.boolean().nullable(),
});

export const ModelRecord = record({
  /** The name that was asked for, and the one that answered where the API said one. */
  asked: z.string(),
  answered: z.string().nullable(),
  api: z.string(),
  /** Who answered: the model's vendor, another host, or one on this machine. */
  endpoint: z.enum(['vendor', 'private', 'loopback']),
  effort: z.string().nullable(),
  maxTokens: z.int().positive().nullable(),
});
export type ModelRecord = z.infer<typeof ModelRecord>;

/** USD per million tokens, where they are from, and of which day. */
export const PriceRecord = record({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  cacheRead: z.number().nonnegative(),
  cacheWrite: z.number().nonnegative(),
  date: z.string().nullable(),
  source: z.enum(['table', 'flag']),
});
export type PriceRecord = z.infer<typeof PriceRecord>;

/** As enforced for each attempt; null where there is nothing to limit. */
export const Limits = record({
  maxSteps: z.int().positive(),
  maxDurationMs: z.int().positive(),
  maxUsd: z.number().positive().nullable(),
  /** Output tokens a turn. */
  maxTokens: z.int().positive().nullable(),
  /** Looks of an agent that drives the browser itself; absent if they are not counted. */
  maxLooks: z.int().positive().optional(),
  /** Of weights that the harness itself runs, in place of time and money; absent of any other run. */
  local: record({ maxSteps: z.int().positive(), maxTokens: z.int().positive() }).optional(),
});
export type Limits = z.infer<typeof Limits>;

export const Tokens = record({ input: count, output: count, cacheRead: count, cacheWrite: count });
