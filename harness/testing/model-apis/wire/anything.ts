import { z } from 'zod';

/** Fields that a vendor knows and nothing here looks at. */
export function anything<K extends string>(names: readonly K[]): Record<K, z.ZodOptional<z.ZodUnknown>> {
  const fields = names.map((name) => [name, z.unknown().optional()]);
  // Its keys are the names.
  return Object.fromEntries(fields) as Record<K, z.ZodOptional<z.ZodUnknown>>;
}
