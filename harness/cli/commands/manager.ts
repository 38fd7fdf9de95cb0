import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { integerOr, text, textOr } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const manager = defineCommand({
  name: 'manager',
  summary: 'serve the site and a page that runs skill benchmarks, on the loopback address',
  endsProcess: true,
  arguments: {},
  options: {
    port: textOr('4387', '<n>', 'the port; 0 takes any free port'),
    workspace: text('<folder>', 'the folder that is searched for suite files (default: this project)'),
    atOnce: integerOr(1, '<n>', 'the number of suites that may run at the same time; the other suites wait', {
      min: 1,
      max: 64,
    }),
    runsDir: text('<folder>', 'the folder for the runs (default: results/skills of this project)'),
  },
  run: async (values, context) => {
    const { project, folder, env, signal, print } = context;
    const port = parsePort(values.port);
    const { serveManager } = await import('../../experiments/skills/manager/serve.ts');
    const { suiteSetup } = await import('../run-skill-suite.ts');
    const { serverOf } = suiteSetup({ placebo: false, allowLeak: false }, context);
    const { url, close } = await serveManager({
      project,
      ...(serverOf && { serverOf }),
      port,
      workspace: path.resolve(folder, values.workspace ?? project.root),
      runsDir: path.resolve(folder, values.runsDir ?? path.join(project.results, 'skills')),
      atOnce: values.atOnce,
      siteDir: path.join(project.root, 'dist'),
      token: env.BENCH_MANAGER_TOKEN || null,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        throw new UserError(`--port: ${port} is in use; 0 takes any free port`);
      if (error.code === 'EACCES')
        throw new UserError(`--port: ${port} is not allowed; 0 takes any free port`);
      throw error;
    });
    print(`skill benchmarks: ${url}/bench`);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    // Saves what was run.
    const notBegun = await close();
    const lines = notBegun.map(({ configPath, runId }) => `not started: ${configPath} (${runId})`);
    return { lines, exitCode: 0, data: { url, notBegun } };
  },
});

function parsePort(given: string): number {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN;
  if (port <= 65535) return port;
  throw new UserError(`--port: found ${given}; allowed is 0 to 65535`);
}
