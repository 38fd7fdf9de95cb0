/** Tokens of one request or of many as the API reported them; `input` without those written to or read from a cache. */
export type Usage = { input: number; output: number; cacheRead: number; cacheWrite: number };

export const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}
