import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

/**
 * A setup file for unit tests: whatever starts a process, a browser or a server there throws, so that a test that needs
 * one is named `*.e2e.test.ts`. It stays in place for all files of a worker.
 */
const starts = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const;

for (const name of starts) Object.assign(childProcess, { [name]: refuse(`child_process.${name}`) });
net.Server.prototype.listen = refuse('net.Server.listen');
syncBuiltinESMExports();

function refuse(what: string): () => never {
  return () => {
    throw new Error(`${what}: a unit test starts no process and no server; name its file *.e2e.test.ts`);
  };
}
