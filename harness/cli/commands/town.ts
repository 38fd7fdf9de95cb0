import { integerOr } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const town = defineCommand({
  name: 'town',
  summary:
    'serve the sites of the suite town on the loopback address, so that you can open them in a browser',
  endsProcess: true,
  arguments: {},
  options: {
    seed: integerOr(1, '<n>', 'the seed of the data on the sites', { min: 0, max: Number.MAX_SAFE_INTEGER }),
    port: integerOr(4390, '<n>', 'the port; 0 takes any free port', { min: 0, max: 65535 }),
  },
  run: async ({ seed, port }, { project, signal, print }) => {
    const { ofPort, untilAborted } = await import('../serving.ts');
    const { serveTown } = await import('../../web/serve/serve-hosts.ts');
    const { urls, close } = await ofPort(port, serveTown({ webRoots: project.webRoots, seed, port }));
    print(`the sites of the suite town, with seed ${seed}:`);
    for (const url of urls) print(url);
    await untilAborted(signal);
    await close();
    return { lines: [], exitCode: 0, data: { seed, urls } };
  },
});
