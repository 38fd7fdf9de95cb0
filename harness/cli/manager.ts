import path from 'node:path';
import { parseArgs } from 'node:util';
import { UserError } from '../errors/user-error.ts';
import { serveManager } from '../manager/serve.ts';
import { thisProject } from './this-project.ts';

const userErrorExitCode = 2;

async function main(): Promise<void> {
  const { port, workspace, runsDir } = readArguments(process.argv.slice(2));
  const { url, close } = await serveManager({
    project: thisProject,
    port,
    workspace,
    runsDir,
    siteDir: path.join(thisProject.root, 'dist'),
    token: process.env.BENCH_MANAGER_TOKEN || null,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new UserError(`--port: ${port} is taken; 0 takes any that is free`);
    if (error.code === 'EACCES')
      throw new UserError(`--port: ${port} is not allowed; 0 takes any that is free`);
    throw error;
  });
  process.stdout.write(`skill benchmarks: ${url}/bench\n`);
  let stopping = false;
  // The first one saves what was run; a second one does not wait for that.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      void close().then(() => process.exit(0));
    });
}

function readArguments(args: string[]): { port: number; workspace: string; runsDir: string } {
  const values = parse(args);
  const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : Number.NaN;
  if (!(port <= 65535)) throw new UserError(`--port: found ${values.port}; allowed is 0 to 65535`);
  return { port, workspace: path.resolve(values.workspace), runsDir: path.resolve(values['runs-dir']) };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '4387' },
        workspace: { type: 'string', default: thisProject.root },
        'runs-dir': { type: 'string', default: path.join(thisProject.root, 'results', 'skills') },
      },
    }).values;
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

try {
  await main();
} catch (error) {
  process.exitCode = error instanceof UserError ? userErrorExitCode : 1;
  process.stderr.write(
    `${error instanceof UserError ? error.message : error instanceof Error ? error.stack : error}\n`,
  );
}
