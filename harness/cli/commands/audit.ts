import { choiceOr, integerOr, on, text, textOr } from '../flags.ts';
import { defineCommand, verdict } from './command.ts';

export const audit = defineCommand({
  name: 'audit',
  summary: 'controls that must pass nothing, and the transcripts, which must pass everything',
  arguments: {},
  options: {
    server: textOr('playwright', '<id>', 'the server to audit'),
    suite: text('<name>', 'only this suite'),
    task: text('<id>', 'only this task; with commas for several'),
    control: text('<id>', 'only this control; with commas for several'),
    workers: integerOr(3, '<n>', 'episodes side by side', { min: 1, max: 64 }),
    out: textOr('reports/audit', '<folder>', 'where the artefacts go'),
    mutate: on('also mutate facts and contracts, and report how many are noticed'),
    docs: choiceOr(
      null,
      ['write', 'check'],
      '<mode>',
      'the tables in docs/validity.md: of the outcomes, with --mutate also of the mutations',
    ),
  },
  run: async ({ suite, task, control, ...values }, { project, env, signal, log }) => {
    const { audit: play } = await import('../../audit/audit.ts');
    const { lines, ok } = await play(
      {
        ...values,
        project,
        suites: suite ? [suite] : [],
        taskIds: task?.split(',') ?? [],
        controls: control?.split(',') ?? null,
      },
      { env, signal, log: log },
    );
    return verdict(ok, lines);
  },
});
