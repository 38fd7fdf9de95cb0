import { integerOr, on, text, textOr } from '../../platform/flags.ts';
import { defaultWorkers } from '../../run/default-workers.ts';
import { defineCommand, verdict } from './command.ts';

export const acceptedEnds = defineCommand({
  name: 'right-ends',
  ofRepository: true,
  summary: 'play the accepted end states of tasks; the judge must pass each of them',
  arguments: {},
  options: {
    task: text('<id>', 'only the end states of this task; use commas for several'),
    times: integerOr(1, '<n>', 'the number of times that each end state is played', { min: 1, max: 100 }),
    workers: integerOr(defaultWorkers, '<n>', 'the number of parallel episodes', { min: 1, max: 64 }),
    out: textOr('reports/right-ends', '<folder>', 'the folder for the artefacts'),
    write: on('store the outcome in results/right-ends.json'),
    check: on('exit 1 if the outcome differs from the stored one'),
  },
  run: async ({ task, ...values }, { project, env, signal, log }) => {
    const { acceptedEnds: play } = await import('../../experiments/audit/right-ends/right-ends.ts');
    const { lines, ok } = await play(
      { ...values, project, taskIds: task?.split(',') ?? [] },
      { env, signal, log },
    );
    return verdict(ok, lines);
  },
});
