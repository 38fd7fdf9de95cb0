import * as z from 'zod';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { commentOnPullRequest, WorkflowRunEvent } from './comment-on-pull-request.ts';
import { GithubApi } from './github-api.ts';

/** What GitHub sets for a step, and the token that its workflow hands it. */
const Variables = z.object({
  GITHUB_API_URL: z.url(),
  GITHUB_SERVER_URL: z.url(),
  GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  GITHUB_EVENT_PATH: z.string().min(1),
  GITHUB_TOKEN: z.string().min(1),
});

/** The step of comment.yml: reads GitHub's own variables and the event, and comments. Throws `UserError` elsewhere. */
export async function commentByEnvironment(
  variables: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<{ repository: string; runUrl: string }> {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success)
    throw new UserError(
      `comment: runs as a step of comment.yml; missing or wrong is ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
    );
  const env = parsed.data;
  const repository = env.GITHUB_REPOSITORY;
  const event = readJson(env.GITHUB_EVENT_PATH, WorkflowRunEvent);
  const api = new GithubApi({ url: env.GITHUB_API_URL, repository, token: env.GITHUB_TOKEN });
  const runUrl = `${env.GITHUB_SERVER_URL}/${repository}/actions/runs/${event.workflow_run.id}`;
  await commentOnPullRequest(event.workflow_run, api, { runUrl, log: print });
  return { repository, runUrl };
}
