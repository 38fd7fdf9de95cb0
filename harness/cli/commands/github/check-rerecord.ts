import { requiredText } from '../../../platform/flags.ts';
import { defineCommand, verdict } from '../command.ts';

export const checkRerecord = defineCommand({
  name: 'check-rerecord',
  summary: 'check that the title of a pull request names exactly the tasks whose transcripts it changes',
  arguments: {},
  options: {
    base: requiredText('<commit>', 'the commit that the pull request is compared with'),
    title: requiredText('<text>', 'the title of the pull request'),
  },
  run: async (values, { project }) => {
    const { checkRerecord: compare } = await import('../../../publish/github/check-rerecord.ts');
    const { lines, ok } = await compare({ ...values, folder: project.root });
    return verdict(ok, lines);
  },
});
