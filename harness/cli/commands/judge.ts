import { text, word } from '../../platform/flags.ts';
import { defineCommand } from './command.ts';

export const judge = defineCommand({
  name: 'judge',
  summary:
    'judge a run again by the current contracts, from its saved trajectories (all steps and observations) and without a browser',
  afterHelp:
    '\nexit code: 0 if every episode gets its stored status; 1 if a status differs or an episode cannot be judged',
  arguments: { folder: word('<folder>') },
  options: { tasks: text('<path>', 'your own task file or folder, in place of the suites') },
  run: async (values, { project }) => {
    const { makeTaskOf } = await import('../../task/templates/make-instances.ts');
    const makeTask = makeTaskOf(project);
    const { judgeFolder } = await import('../../results/verify/judge-folder.ts');
    const { lines, same, episodes } = await judgeFolder({ ...values, project, makeTask });
    return { lines, exitCode: same ? 0 : 1, data: { same, episodes } };
  },
});
