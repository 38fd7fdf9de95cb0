import * as z from 'zod';
import { fileOfZip } from './file-of-zip.ts';
import type { GithubApi } from './github-api.ts';
import { SummarisedReport, summariseReport } from './summarise-report.ts';

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);

/** What is read of a `workflow_run` event. Branch and owner may be anybody's choice. */
export const WorkflowRunEvent = z.object({
  workflow_run: z.object({
    id: z.int().positive(),
    event: z.string(),
    head_sha: sha,
    head_branch: z.string().max(300).nullable(),
    head_repository: z.object({ owner: z.object({ login: z.string().max(100) }) }).nullable(),
  }),
});
type WorkflowRun = z.infer<typeof WorkflowRunEvent>['workflow_run'];

/** By this, and by its author, our comment is found again. */
const marker = '<!-- contract-bench gate -->';
const author = 'github-actions[bot]';

const artifactName = /^gate-[a-z0-9][a-z0-9-]{0,39}$/;
const maxArtifacts = 4;
const maxZipBytes = 512 * 1024;
const maxReportBytes = 2 * 1024 * 1024;
const pageSize = 100;
const maxPages = 20;

/**
 * Says under a pull request what its gate found. The run may be a fork's, and so may all that it left behind: of
 * its artefacts only the reports are read, and shown as text. Throws where one is not what it must be.
 */
export async function commentOnPullRequest(
  run: WorkflowRun,
  api: GithubApi,
  { runUrl, log }: { runUrl: string; log: (line: string) => void },
): Promise<void> {
  if (run.event !== 'pull_request') return log(`nothing to say: the run was made by ${run.event}`);
  const numbers = await pullRequestsAt(run, api);
  if (numbers.length === 0) return log(`nothing to say: no open pull request is at ${run.head_sha}`);
  const reports = await reportsOf(run, api);
  if (reports.length === 0) return log(`nothing to say: run ${run.id} left no report`);
  const body = [
    marker,
    '### contract-bench gate',
    '',
    `Recorded calls replayed at ${run.head_sha}, as [the pull request's own run](${runUrl}) reported it.`,
    ...reports.flatMap((report) => ['', ...summariseReport(report)]),
    '',
  ].join('\n');
  for (const number of numbers) log(await say(number, body, api));
}

/** The event of a fork's run names no pull request, and a branch may have moved on: the commit decides. */
async function pullRequestsAt(run: WorkflowRun, api: GithubApi): Promise<number[]> {
  if (!run.head_repository || !run.head_branch) return [];
  const head = encodeURIComponent(`${run.head_repository.owner.login}:${run.head_branch}`);
  const found = await api.read(
    `pulls?state=open&per_page=${pageSize}&head=${head}`,
    z.array(z.object({ number: z.int().positive(), head: z.object({ sha }) })),
  );
  return found.filter((each) => each.head.sha === run.head_sha).map(({ number }) => number);
}

async function reportsOf({ id }: WorkflowRun, api: GithubApi): Promise<SummarisedReport[]> {
  const { artifacts } = await api.read(
    `actions/runs/${id}/artifacts?per_page=${pageSize}`,
    z.object({
      artifacts: z.array(
        z.object({ id: z.int(), name: z.string(), size_in_bytes: z.int(), expired: z.boolean() }),
      ),
    }),
  );
  const wanted = artifacts
    .filter(({ name, expired }) => artifactName.test(name) && !expired)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  if (wanted.length > maxArtifacts)
    throw new Error(`run ${id}: ${wanted.length} reports; allowed are ${maxArtifacts}`);
  const reports: SummarisedReport[] = [];
  for (const artifact of wanted) {
    if (artifact.size_in_bytes > maxZipBytes)
      throw new Error(`${artifact.name}: ${artifact.size_in_bytes} bytes; allowed are ${maxZipBytes}`);
    try {
      const zip = await api.download(`actions/artifacts/${artifact.id}/zip`, maxZipBytes);
      reports.push(
        SummarisedReport.parse(JSON.parse(fileOfZip(zip, 'report.json', maxReportBytes).toString())),
      );
    } catch (error) {
      throw new Error(`${artifact.name}: refused`, { cause: error });
    }
  }
  return reports;
}

async function say(number: number, body: string, api: GithubApi): Promise<string> {
  const before = await ourComment(number, api);
  if (before === null) await api.write('POST', `issues/${number}/comments`, { body });
  else await api.write('PATCH', `issues/comments/${before}`, { body });
  return `pull request ${number}: ${before === null ? 'commented' : 'the comment is brought up to date'}`;
}

const Comments = z.array(
  z.object({ id: z.int(), body: z.string().nullish(), user: z.object({ login: z.string() }).nullable() }),
);

/** Anybody can write our marker into a comment of theirs; that one is left alone. */
async function ourComment(number: number, api: GithubApi): Promise<number | null> {
  for (let page = 1; page <= maxPages; page += 1) {
    const comments = await api.read(`issues/${number}/comments?per_page=${pageSize}&page=${page}`, Comments);
    const ours = comments.find(({ user, body }) => user?.login === author && body?.startsWith(marker));
    if (ours) return ours.id;
    if (comments.length < pageSize) return null;
  }
  return null;
}
