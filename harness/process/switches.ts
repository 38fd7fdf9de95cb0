/** Whether a switch of the environment is on: nothing, an empty text, `0` and `false` are off, all else is on. */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** On unless it is turned off: whether a run looks first if the processor is free. */
export function wantsProbe(env: NodeJS.ProcessEnv): boolean {
  return env.CONTRACT_BENCH_PROBE === undefined || isSet(env.CONTRACT_BENCH_PROBE);
}
