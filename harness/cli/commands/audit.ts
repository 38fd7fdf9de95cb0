import { integerOr, on, text, textOr } from '../../platform/flags.ts';
import { auditWorkers } from '../../run/default-workers.ts';
import { defineCommand, verdict } from './command.ts';

export const audit = defineCommand({
  name: 'audit',
  summary:
    'test the judge with negative controls, which must pass no task, and with transcripts, which must pass every task',
  arguments: {},
  options: {
    server: { ...textOr('playwright', '<id>', 'the server to audit'), ofProject: 'server' },
    serverCommand: text(
      '<line>',
      'the command line of any other server, which contains {endpoint}, {port} or {chromium}',
    ),
    serverId: text('<id>', 'the name of the server in the results'),
    suite: text('<name>', 'only this suite'),
    task: text('<id>', 'only this task; use commas for several'),
    tasks: text('<path>', 'your own task file or folder (.md, .json) instead of the suites'),
    webRoot: text('<folder>', 'the folder of your own fixture pages, which is searched before tasks/web'),
    transcripts: text(
      '<folder>',
      'your own transcripts (<server>/<task>.jsonl or <task>.jsonl), searched first',
    ),
    control: text('<id>', 'only this negative control; use commas for several'),
    workers: integerOr(auditWorkers, '<n>', 'the number of parallel episodes', { min: 1, max: 64 }),
    out: textOr('reports/audit', '<folder>', 'the folder for the artefacts'),
    mutate: on(
      'also play mutation testing: change facts and weaken contracts, and report how many changes the judge detects',
    ),
    write: on('store the outcome in results/audits/; for a suite with recordings, --write implies --mutate'),
    check: on('exit 1 if the outcome differs from the stored audit'),
  },
  run: async (
    { suite, task, control, server, serverCommand, serverId, ...values },
    { project, config, env, signal, log },
  ) => {
    const { audit: play } = await import('../../experiments/audit/audit.ts');
    const { serverChoice } = await import('../server-choice.ts');
    const { lines, ok, records } = await play(
      {
        ...values,
        ...serverChoice({ server, serverCommand, serverId }, { config, project }),
        project,
        suites: suite ? [suite] : [],
        taskIds: task?.split(',') ?? [],
        controls: control?.split(',') ?? null,
      },
      { env, signal, log },
    );
    return { ...verdict(ok, lines), data: { records } };
  },
});
