import { inflateRawSync } from 'node:zlib';
import * as z from 'zod';
import { UserError } from '../../platform/errors/user-error.ts';
import { readJson } from '../../platform/files/read-json.ts';
import { SummarisedReport, summariseReport } from './judge-report.ts';

const sha = z.string().regex(/^[0-9a-f]{40,64}$/);

/** The fields read from a `workflow_run` event. Branch and owner may come from anyone. */
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

/** The project's comment is found by this marker and by its author. */
const marker = '<!-- contract-bench gate -->';
const author = 'github-actions[bot]';

const artifactName = /^gate-[a-z0-9][a-z0-9-]{0,39}$/;
const maxArtifacts = 4;
const maxZipBytes = 512 * 1024;
const maxReportBytes = 2 * 1024 * 1024;
const pageSize = 100;
const maxPages = 20;

/**
 * Comments on a pull request with the findings of its gate. The run and its artefacts may come from a fork: only the reports
 * are read, and shown as text. Throws if a report is invalid.
 */
export async function commentOnPullRequest(
  run: WorkflowRun,
  api: GithubApi,
  { runUrl, log }: { runUrl: string; log: (line: string) => void },
): Promise<void> {
  if (run.event !== 'pull_request') return log(`no comment: the run was triggered by ${run.event}`);
  const numbers = await pullRequestsAt(run, api);
  if (numbers.length === 0) return log(`no comment: no open pull request is at ${run.head_sha}`);
  const reports = await reportsOf(run, api);
  if (reports.length === 0) return log(`no comment: run ${run.id} has no report`);
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

/** The event of a fork's run names no pull request, and a branch may have moved on, so the commit decides. */
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
    throw new Error(`run ${id}: got ${wanted.length} reports; expected at most ${maxArtifacts}`);
  const reports: SummarisedReport[] = [];
  for (const artifact of wanted) {
    if (artifact.size_in_bytes > maxZipBytes)
      throw new Error(
        `${artifact.name}: got ${artifact.size_in_bytes} bytes; expected at most ${maxZipBytes}`,
      );
    try {
      const zip = await api.download(`actions/artifacts/${artifact.id}/zip`, maxZipBytes);
      reports.push(
        SummarisedReport.parse(JSON.parse(fileOfZip(zip, 'report.json', maxReportBytes).toString())),
      );
    } catch (error) {
      throw new Error(`${artifact.name}: rejected`, { cause: error });
    }
  }
  return reports;
}

async function say(number: number, body: string, api: GithubApi): Promise<string> {
  const before = await ourComment(number, api);
  if (before === null) await api.write('POST', `issues/${number}/comments`, { body });
  else await api.write('PATCH', `issues/comments/${before}`, { body });
  return `pull request ${number}: ${before === null ? 'commented' : 'updated the comment'}`;
}

const Comments = z.array(
  z.object({ id: z.int(), body: z.string().nullish(), user: z.object({ login: z.string() }).nullable() }),
);

/** Anyone can write the marker into their own comment; only the project's own comment is updated. */
async function ourComment(number: number, api: GithubApi): Promise<number | null> {
  for (let page = 1; page <= maxPages; page += 1) {
    const comments = await api.read(`issues/${number}/comments?per_page=${pageSize}&page=${page}`, Comments);
    const ours = comments.find(({ user, body }) => user?.login === author && body?.startsWith(marker));
    if (ours) return ours.id;
    if (comments.length < pageSize) return null;
  }
  return null;
}

/** GitHub's variables of a step, and the token from the workflow. */
const Variables = z.object({
  GITHUB_API_URL: z.url(),
  GITHUB_SERVER_URL: z.url(),
  GITHUB_REPOSITORY: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  GITHUB_EVENT_PATH: z.string().min(1),
  GITHUB_TOKEN: z.string().min(1),
});

/** The step of comment.yml: reads GitHub's own variables and the event, and comments. Throws `UserError` outside it. */
export async function commentByEnvironment(
  variables: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<{ repository: string; runUrl: string }> {
  const parsed = Variables.safeParse(variables);
  if (!parsed.success)
    throw new UserError(
      `comment: expected a step of comment.yml; missing or wrong: ${parsed.error.issues.map((issue) => issue.path.join('.')).join(', ')}`,
    );
  const env = parsed.data;
  const repository = env.GITHUB_REPOSITORY;
  const event = readJson(env.GITHUB_EVENT_PATH, WorkflowRunEvent);
  const api = new GithubApi({ url: env.GITHUB_API_URL, repository, token: env.GITHUB_TOKEN });
  const runUrl = `${env.GITHUB_SERVER_URL}/${repository}/actions/runs/${event.workflow_run.id}`;
  await commentOnPullRequest(event.workflow_run, api, { runUrl, log: print });
  return { repository, runUrl };
}

const limitMs = 30_000;

/** The part of GitHub's REST API for one repository (`owner/name`) that a comment needs. */
export class GithubApi {
  readonly #root: string;
  readonly #headers: Record<string, string>;

  constructor({ url, repository, token }: { url: string; repository: string; token: string }) {
    this.#root = `${url}/repos/${repository}`;
    this.#headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
      'user-agent': 'contract-bench',
    };
  }

  async read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return schema.parse(await (await this.#send('GET', path)).json());
  }

  async write(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<void> {
    await (await this.#send(method, path, JSON.stringify(body))).body?.cancel();
  }

  /** Stops reading after `maxBytes`, whatever the announced length. A redirect to another host goes without the token. */
  async download(path: string, maxBytes: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of (await this.#send('GET', path)).body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async #send(method: string, path: string, body?: string): Promise<Response> {
    const response = await fetch(`${this.#root}/${path}`, {
      method,
      headers: { ...this.#headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(limitMs),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${response.statusText}`);
    return response;
  }
}

const endRecord = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;

/**
 * The only file of an untrusted zip: it must have this name and inflate to at most `maxBytes`. It is not written to disk.
 * Throws if anything differs.
 */
export function fileOfZip(zip: Buffer, name: string, maxBytes: number): Buffer {
  const end = zip.lastIndexOf(signature(endRecord));
  if (end < 0 || end + 22 > zip.length) throw new Error('invalid zip');
  const count = zip.readUInt16LE(end + 10);
  if (count !== 1) throw new Error(`got ${count} files; expected only ${name}`);
  const entry = at(zip, zip.readUInt32LE(end + 16), directoryEntry, 46);
  const method = entry.readUInt16LE(10);
  const packedBytes = entry.readUInt32LE(20);
  const found = entry.subarray(46, 46 + entry.readUInt16LE(28)).toString('utf8');
  if (found !== name) throw new Error(`got a file of another name; expected ${name}`);
  const local = at(zip, entry.readUInt32LE(42), localHeader, 30);
  const start = 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = local.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new Error('truncated zip');
  if (method !== 0 && method !== 8) throw new Error(`got the compression method ${method}; expected 0 or 8`);
  if (method === 0 && packedBytes > maxBytes) throw new Error(`more than ${maxBytes} bytes inside`);
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxBytes });
}

function at(zip: Buffer, offset: number, expected: number, headBytes: number): Buffer {
  const found = zip.subarray(offset);
  if (found.length < headBytes || found.readUInt32LE(0) !== expected) throw new Error('broken zip directory');
  return found;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
