import { integerOr, on, text, textOr } from '../../platform/flags.ts';
import { auditWorkers } from '../../run/default-workers.ts';
import { defineCommand, verdict } from './command.ts';

export const audit = defineCommand({
  name: 'audit',
  summary: 'controls that must pass nothing, and the transcripts, which must pass everything',
  arguments: {},
  options: {
    server: { ...textOr('playwright', '<id>', 'the server to audit'), ofProject: 'server' },
    serverCommand: text('<line>', 'any other server: its command line with {endpoint}, {port} or {chromium}'),
    serverId: text('<id>', 'the name of that server'),
    suite: text('<name>', 'only this suite'),
    task: text('<id>', 'only this task; with commas for several'),
    tasks: text('<path>', 'your own task file or folder (.md, .json) instead of the suites'),
    webRoot: text('<folder>', 'your own stand-in pages, looked at before tasks/web'),
    transcripts: text('<folder>', 'your own transcripts, <server>/<task>.jsonl or flat, looked at first'),
    control: text('<id>', 'only this control; with commas for several'),
    workers: integerOr(auditWorkers, '<n>', 'episodes side by side', { min: 1, max: 64 }),
    out: textOr('reports/audit', '<folder>', 'where the artefacts go'),
    mutate: on('also mutate facts and contracts, and report how many are noticed'),
    write: on('store what was found in results/audits/, of recorded suites with the mutations'),
    check: on('exit 1 where a stored audit says otherwise'),
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
