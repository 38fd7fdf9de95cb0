import { textOr } from '../flags.ts';
import { defineCommand, verdict } from './command.ts';

export const publish = defineCommand({
  name: 'publish',
  summary: 'commit results/ on top of a branch of the remote, and push it without force',
  arguments: {},
  options: {
    branch: textOr('main', '<name>', 'the branch, made where there is none'),
    remote: textOr('origin', '<name>', 'a remote of the checkout, or a URL'),
  },
  run: async (values, { project, log }) => {
    const { publish: push } = await import('../../publish/publish.ts');
    const { lines, ok } = await push({ ...values, folder: project.root }, log);
    return verdict(ok, lines);
  },
});
