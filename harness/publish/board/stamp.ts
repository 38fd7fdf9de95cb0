/** What every data file says of the build that it is of. `asOf`: ISO 8601, null where there is neither a result nor a clock. */
export type Stamp = { asOf: string | null; synthetic?: true };

export function stampOf(nowMs: number | null, synthetic: boolean): Stamp {
  return {
    asOf: nowMs === null ? null : new Date(nowMs).toISOString(),
    ...(synthetic && { synthetic: true }),
  };
}
