import type { Usage } from '../../../agents/models/proxy/usage.ts';

/** The conventions' input tokens hold those that a cache was written with or read from. */
export function usageAttributes(tokens: Usage | null): Record<string, number> {
  if (!tokens) return {};
  const { input, output, cacheRead, cacheWrite } = tokens;
  return {
    'gen_ai.usage.input_tokens': input + cacheRead + cacheWrite,
    'gen_ai.usage.cache_read.input_tokens': cacheRead,
    'gen_ai.usage.cache_creation.input_tokens': cacheWrite,
    'gen_ai.usage.output_tokens': output,
  };
}
