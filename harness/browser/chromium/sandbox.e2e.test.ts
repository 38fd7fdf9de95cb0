import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sandbox = fileURLToPath(new URL('./sandbox.ts', import.meta.url));
const asking = `import(${JSON.stringify(sandbox)}).then(({ hasSandbox }) => console.log(hasSandbox()))`;

/** What a user of no rights is told, in a namespace of his own that allows as many more as `limit` says. */
function told(limit: number): string {
  const script = `echo ${limit} > /proc/sys/user/max_user_namespaces && exec setpriv --ambient-caps=-all --inh-caps=-all "$@"`;
  const user = ['--user', '--map-user=1000', '--map-group=1000', '--keep-caps'];
  const command = [process.execPath, '-e', asking];
  return spawnSync('unshare', [...user, 'sh', '-c', script, 'sh', ...command], { encoding: 'utf8' }).stdout;
}

const canMakeNamespaces = spawnSync('unshare', ['--user', '--map-root-user', 'true']).status === 0;

test('a user has a sandbox where he can make a namespace, and none where he cannot', () => {
  expect([told(100), told(0)]).toEqual(canMakeNamespaces ? ['true\n', 'false\n'] : ['', '']);
});
