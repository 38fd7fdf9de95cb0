import '../platform/process/provide-disposal.ts';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { cacheFolder } from '../platform/files/cache-folder.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { keepLoopbackDirect } from '../platform/process/switches.ts';

// Without a listener, this signal opens a debugger in this process, and any program of the same user can send it.
process.on('SIGUSR1', () => {});
keepLoopbackDirect(process.env);
// Half of the start of a short command is stripping types and compiling; both are kept from one start to the next.
keepCompiled(path.join(cacheFolder(), 'compiled'));
const { runCommandLine } = await import('./program.ts');
await runCommandLine(process.argv.slice(2), true);

function keepCompiled(folder: string): void {
  try {
    makeFolder(folder);
    enableCompileCache(folder);
  } catch {
    // Then it is compiled anew.
  }
}
