import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { commentOnPullRequest, WorkflowRunEvent } from '../github/comment-on-pull-request.ts';
import { GithubApi } from '../github/github-api.ts';

/** The step of comment.yml: reads GitHub's own variables and the event, and comments. */
const env = z
  .object({
    GITHUB_API_URL: z.url(),
    GITHUB_SERVER_URL: z.url(),
    GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
    GITHUB_EVENT_PATH: z.string().min(1),
    GITHUB_TOKEN: z.string().min(1),
  })
  .parse(process.env);
const repository = env.GITHUB_REPOSITORY;
const event = WorkflowRunEvent.parse(JSON.parse(await readFile(env.GITHUB_EVENT_PATH, 'utf8')));
await commentOnPullRequest(
  event.workflow_run,
  new GithubApi({ url: env.GITHUB_API_URL, repository, token: env.GITHUB_TOKEN }),
  {
    runUrl: `${env.GITHUB_SERVER_URL}/${repository}/actions/runs/${event.workflow_run.id}`,
    log: (line) => process.stdout.write(`${line}\n`),
  },
);
