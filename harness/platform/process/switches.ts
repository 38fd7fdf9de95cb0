import http from 'node:http';
import https from 'node:https';
import { UserError } from '../errors/user-error.ts';

/** Whether a switch of the environment is on: nothing, an empty text and a word for no are off, all else is on. */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && !/^(?:0|false|no|never|off)?$/i.test(value.trim());
}

/** On unless it is turned off: whether a run looks first if the processor is free. */
export function wantsProbe(env: NodeJS.ProcessEnv): boolean {
  return env.CONTRACT_BENCH_PROBE === undefined || isSet(env.CONTRACT_BENCH_PROBE);
}

/** Whether servers are sandboxed in their own namespaces: if available, `required`, or never if turned off. */
export function wantedConfinement(env: NodeJS.ProcessEnv): 'possible' | 'required' | 'off' {
  const { CONTRACT_BENCH_CONFINE: wanted } = env;
  if (wanted === undefined || wanted === '') return 'possible';
  if (!isSet(wanted)) return 'off';
  if (wanted === 'required') return 'required';
  if (/^(?:1|true|yes|on)$/i.test(wanted.trim())) return 'possible';
  throw new UserError(`CONTRACT_BENCH_CONFINE: got "${wanted}"; expected required, 1 or 0`);
}

/**
 * Has Node reach loopback without the proxy that the environment names, which would be asked for the browser, servers
 * and models of this machine. To be called before anything is asked.
 */
export function keepLoopbackDirect(env: NodeJS.ProcessEnv): void {
  if (!Object.keys(env).some((name) => /^(?:https?|all)_proxy$/i.test(name))) return;
  const named = env.no_proxy || env.NO_PROXY || '';
  if (named.trim() === '*') return;
  env.no_proxy = [named, '127.0.0.1', 'localhost', '::1', '[::1]'].filter(Boolean).join(',');
  env.NO_PROXY = env.no_proxy;
  // Node has already read the variables, if it is configured to follow them.
  for (const each of [http, https]) {
    const options: http.AgentOptions = Reflect.get(each.globalAgent, 'options') ?? {};
    if (options.proxyEnv) each.globalAgent = new each.Agent({ ...options, proxyEnv: env });
  }
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
