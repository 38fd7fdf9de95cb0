import { defineCommand } from '../command.ts';

export const comment = defineCommand({
  name: 'comment',
  summary: 'the step of comment.yml: says on the pull request what the gate found',
  arguments: {},
  options: {},
  run: async (_, { env, print }) => {
    const { commentByEnvironment } = await import('../../../publish/github/comment-on-pull-request.ts');
    return { lines: [], exitCode: 0, data: await commentByEnvironment(env, print) };
  },
});
