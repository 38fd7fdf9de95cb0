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
    const left = plan.left.map((file) => `left:    ${shown(file)} is there and stays as it is`);
    const asked = `{ id: '${serverId}', command: '${server?.replaceAll("'", "\\'")}' }`;
    const config = plan.left.find((file) => path.basename(file).startsWith('contract-bench.config.'));
    if (server !== null && config !== undefined)
      left.push(
        `--server: ${shown(config)} is not changed; where it does not have the server yet, put it into its servers: ${asked}`,
      );
    const data = { written: plan.write.map(({ file }) => shown(file)), left: plan.left.map(shown) };
    if (plan.write.length === 0)
      return { lines: [...left, 'nothing to write: all of it is there'], exitCode: 0, data };
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
      : [
          [
            `npx contract-bench servers try ${server}`,
            'whether it can be played with, and what its settings lack',
          ],
        ]),
    ['git add --all && git commit', 'results are of a commit'],
    [
      'npx contract-bench record',
      'a written walkthrough is played once, and its calls are kept in transcripts/',
    ],
    ['git add --all && git commit', 'what is played then is that of a commit'],
    ['npx contract-bench', 'plays what was recorded, and appends results/<commit>.json'],
    [
      'npx contract-bench gate --no-base',
      'whether all that must pass does; in a pull request it is held against its base',
    ],
    [
      'npx contract-bench site',
      'dist/, the site of the results; npx contract-bench site --preview serves it',
    ],
  ];
  const width = Math.max(...steps.map(([command = '']) => command.length));
  return [
    'next:',
    ...steps.map(([command = '', what]) => `  ${command.padEnd(width)}  # ${what}`),
    ...(server !== null
      ? [
          'a server without a tool mapping is recorded by calls of its own tools (servers try prints them), a line each, all',
          'but the one that opens the start page, which the harness makes:',
          `  echo '{"tool": "<tool>", "args": {"<argument>": "<value>"}}' >> tasks/first/first-note.calls.jsonl`,
          '  npx contract-bench record --adapter script --script tasks/first/first-note.calls.jsonl',
        ]
      : []),
    `the site's tools are installed apart: npm i -D ${siteTools}`,
    'on GitHub: Settings, Pages, Source: GitHub Actions; then a push plays, publishes and deploys',
  ];
}
