import { UserError } from '../../errors/user-error.ts';
import { integerOr } from '../flags.ts';
import { defineCommand } from './command.ts';

export const town = defineCommand({
  name: 'town',
  summary: 'serve the sites of the town on the loopback address, for a person to try',
  endsProcess: true,
  arguments: {},
  options: {
    seed: integerOr(1, '<n>', 'the world that is made', { min: 0, max: Number.MAX_SAFE_INTEGER }),
    port: integerOr(4390, '<n>', 'the port; 0 takes any that is free', { min: 0, max: 65535 }),
  },
  run: async ({ seed, port }, { project, signal, print }) => {
    const { serveTown } = await import('../../town/serve-town.ts');
    const { urls, close } = await serveTown({ webRoots: project.webRoots, seed, port }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE' || error.code === 'EACCES')
          throw new UserError(`--port: ${port} cannot be had; 0 takes any that is free`);
        throw error;
      },
    );
    print(`the town of seed ${seed}:`);
    for (const url of urls) print(url);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await close();
    return { lines: [], exitCode: 0, data: { seed, urls } };
  },
});
