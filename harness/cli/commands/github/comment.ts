import { defineCommand } from '../command.ts';

export const comment = defineCommand({
  name: 'comment',
  summary: 'comment on the pull request with the outcome of the gate, as a step of the workflow comment.yml',
  arguments: {},
  options: {},
  run: async (_, { env, print }) => {
    const { commentByEnvironment } = await import('../../../publish/github/comment-on-pull-request.ts');
    return { lines: [], exitCode: 0, data: await commentByEnvironment(env, print) };
  },
});
