/**
 * What a build takes for now, in milliseconds: SOURCE_DATE_EPOCH (seconds), else the newest result, so that two builds
 * of one commit are the same. Null where there is neither. Throws where SOURCE_DATE_EPOCH is no whole number.
 */
export function asOf(sourceDateEpoch: string | undefined, newestMs: number | null): number | null {
  if (sourceDateEpoch === undefined || sourceDateEpoch === '') return newestMs;
  if (!/^\d{1,11}$/.test(sourceDateEpoch)) {
    throw new Error(`SOURCE_DATE_EPOCH must be whole seconds since 1970, found "${sourceDateEpoch}"`);
  }
  return Number(sourceDateEpoch) * 1000;
}
