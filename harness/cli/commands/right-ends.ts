import { integerOr, on, text, textOr } from '../../platform/flags.ts';
import { defaultWorkers } from '../../run/default-workers.ts';
import { defineCommand, verdict } from './command.ts';

export const acceptedEnds = defineCommand({
  name: 'right-ends',
  ofRepository: true,
  summary: 'right end states, as real sites and agents bring them about, which must be believed',
  arguments: {},
  options: {
    task: text('<id>', 'only those of this task; with commas for several'),
    times: integerOr(1, '<n>', 'how often each is played', { min: 1, max: 100 }),
    workers: integerOr(defaultWorkers, '<n>', 'episodes side by side', { min: 1, max: 64 }),
    out: textOr('reports/right-ends', '<folder>', 'where the artefacts go'),
    write: on('store what was found, results/right-ends.json'),
    check: on('exit 1 where what is stored says otherwise'),
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
