import { UserError } from '../../platform/errors/user-error.ts';
import { integerOr, text, word } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const serve = defineCommand({
  name: 'serve',
  summary:
    'serve the fixture sites of a task on the loopback address, so that you can open them in a browser',
  endsProcess: true,
  arguments: { task: word('<task>') },
  options: {
    tasks: text('<path>', 'your own task file or folder (.md, .json) instead of the suites'),
    webRoot: text('<folder>', 'the folder of your own fixture pages, which is searched before tasks/web'),
    port: integerOr(4391, '<n>', 'the port; 0 takes any free port', { min: 0, max: 65535 }),
  },
  run: async ({ task: id, tasks, webRoot, port }, { project, env, signal, print }) => {
    const { ofPort, untilAborted } = await import('../serving.ts');
    const { findTaskWeb } = await import('../../run/open-webs.ts');
    const { serveTask } = await import('../../web/serve/serve-hosts.ts');
    const { task, fixtureSites } = await findTaskWeb({ project, tasks, webRoot, id }, env);
    if (!/^https?:/.test(task.startUrl))
      throw new UserError(`serve: ${id} starts at ${task.startUrl}; allowed is a page of a fixture site`);
    const serving = serveTask({ fixtureSites, seed: task.seed, startUrl: task.startUrl, port });
    const { start, state, urls, close } = await ofPort(port, serving);
    print(`${id} starts at ${start}`);
    print(`the tables of its hosts, and their changes: ${state}`);
    for (const url of urls) print(url);
    await untilAborted(signal);
    await close();
    return { lines: [], exitCode: 0, data: { task: id, start, state, urls } };
  },
});
