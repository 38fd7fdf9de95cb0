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
