import path from 'node:path';
import { on, text, textOr } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const init = defineCommand({
  name: 'init',
  summary:
    'start a project in this folder. It writes a configuration, a first task and a workflow, and overwrites nothing',
  arguments: {},
  options: {
    yes: on('ask nothing'),
    server: text(
      '<command>',
      'the command line of your MCP server, which contains {endpoint}, {port} or {chromium}',
    ),
    serverId: textOr('mine', '<id>', 'the name of that server in the results'),
  },
  run: async ({ yes, server, serverId }, { folder, print }) => {
    const { planInit, writeInit } = await import('../init/init-project.ts');
    const { ownServer } = await import('../init/init-project.ts');
    const { isAgreed } = await import('../init/init-project.ts');
    const { namesOf } = await import('../parts/check-part.ts');
    const plan = await planInit(folder, server === null ? null : ownServer(server, serverId));
    const shown = (file: string) => path.relative(folder, file);
    const left = plan.left.map((file) => `left:    ${shown(file)} exists and is not changed`);
    const asked = `{ id: '${serverId}', command: '${server?.replaceAll("'", "\\'")}' }`;
    const config = plan.left.find((file) => path.basename(file).startsWith('contract-bench.config.'));
    if (server !== null && config !== undefined)
      left.push(
        `--server: ${shown(config)} is not changed. If its field servers does not have this server yet, add: ${asked}`,
      );
    const data = { written: plan.write.map(({ file }) => shown(file)), left: plan.left.map(shown) };
    if (plan.write.length === 0)
      return { lines: [...left, 'nothing to write: every file exists'], exitCode: 0, data };
    const lines = [...plan.write.map(({ file }) => `write:   ${shown(file)}`), ...left];
    if (!yes && !(await isAgreed(lines, print)))
      return { lines: ['nothing was written'], exitCode: 0, data: { written: [], left: data.left } };
    await writeInit(plan);
    return {
      lines: [...(yes ? lines : []), '', ...nextSteps(namesOf('site'), server === null ? null : serverId)],
      exitCode: 0,
      data,
    };
  },
});

function nextSteps(siteTools: string, server: string | null): string[] {
  const steps = [
    ...(server === null
      ? []
      : [[`npx contract-bench servers try ${server}`, 'checks whether the server can play tasks']]),
    ['git add --all && git commit', 'commits the new files'],
    ['npx contract-bench record', 'plays the reference solution and stores its tool calls in transcripts/'],
    ['git add --all && git commit', 'commits the transcript'],
    ['npx contract-bench', 'replays the transcript and appends the run to results/<commit>.json'],
    [
      'npx contract-bench gate --no-base',
      'checks that every recorded task passes; a pull request is also compared with its base',
    ],
    [
      'npx contract-bench site',
      'builds the site of the results in dist/; npx contract-bench site --preview serves it',
    ],
  ];
  const width = Math.max(...steps.map(([command = '']) => command.length));
  return [
    'next:',
    ...steps.map(([command = '', what]) => `  ${command.padEnd(width)}  # ${what}`),
    ...(server !== null
      ? [
          'The reference solution needs a server with a tool mapping. For any other server, write its tool calls yourself, one call a',
          'line. Leave out the call that opens the start page, because the harness makes it. servers try lists the tools.',
          `  echo '{"tool": "<tool>", "args": {"<argument>": "<value>"}}' >> tasks/first/first-note.calls.jsonl`,
          '  npx contract-bench record --adapter script --script tasks/first/first-note.calls.jsonl',
        ]
      : []),
    `The command site needs more packages: npm i -D ${siteTools}`,
    'On GitHub, open Settings, Pages and choose the source GitHub Actions. A push then plays the tasks, publishes the results',
    'and deploys the site.',
  ];
}
