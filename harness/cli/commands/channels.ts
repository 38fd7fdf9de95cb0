import { on, texts } from '../flags.ts';
import { defineCommand } from './command.ts';

export const channels = defineCommand({
  name: 'channels',
  summary: 'which hidden texts of a page reach who reads it through a server, tool by tool',
  arguments: {},
  options: {
    server: texts(
      '<id>',
      'only this server; again or with commas for several (default: those that are here)',
    ),
    write: on('store what was found in results/channels/'),
    check: on('exit 1 where a stored result is another one'),
  },
  run: async ({ server: ids, write, check }, { project, config, env, log }) => {
    const { readChannelsOf } = await import('../../experiments/channels/read-channels-of.ts');
    const { serverChoices } = await import('../server-choice.ts');
    const { lines, differences, records } = await readChannelsOf(serverChoices(ids, { config, project }), {
      project,
      env,
      write,
      check,
      log,
    });
    return {
      lines: [...lines, ...differences],
      exitCode: differences.length > 0 ? 1 : 0,
      data: { records, differences },
    };
  },
});
