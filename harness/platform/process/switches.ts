/** Whether a switch of the environment is on: nothing, an empty text, `0` and `false` are off, all else is on. */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/** On unless it is turned off: whether a run looks first if the processor is free. */
export function wantsProbe(env: NodeJS.ProcessEnv): boolean {
  return env.CONTRACT_BENCH_PROBE === undefined || isSet(env.CONTRACT_BENCH_PROBE);
}

/** Whether servers are put in namespaces of their own: where that can be had, `required` or, turned off, never. */
export function wantedConfinement(env: NodeJS.ProcessEnv): 'possible' | 'required' | 'off' {
  const { CONTRACT_BENCH_CONFINE: wanted } = env;
  if (wanted === undefined || wanted === '') return 'possible';
  if (!isSet(wanted)) return 'off';
  return wanted === 'required' ? 'required' : 'possible';
}

const keyName = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

const taken: NodeJS.ProcessEnv = {};

/**
 * The environment with its keys, which are out of `process.env` from then on: no child inherits one by mistake. What
 * the kernel shows as the environment of this process stays as it was at its start; who may read that is for
 * namespaces to say.
 */
export function takeKeys(): NodeJS.ProcessEnv {
  for (const name of Object.keys(process.env).filter((each) => keyName.test(each))) {
    taken[name] = process.env[name];
    delete process.env[name];
  }
  return { ...process.env, ...taken };
}
