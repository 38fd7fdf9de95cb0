import { requiredText } from '../../../platform/flags.ts';
import { defineCommand, verdict } from '../command.ts';

export const checkRerecord = defineCommand({
  name: 'check-rerecord',
  summary: 'whether the title of a pull request names exactly the tasks that it re-records',
  arguments: {},
  options: {
    base: requiredText('<commit>', 'what the pull request is compared with'),
    title: requiredText('<text>', 'its title'),
  },
  run: async (values, { project }) => {
    const { checkRerecord: compare } = await import('../../../publish/github/check-rerecord.ts');
    const { lines, ok } = await compare({ ...values, folder: project.root });
    return verdict(ok, lines);
  },
});
