import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Git } from '../../platform/git/git.ts';

/** `ok`: the branch has all local results. */
export type Published = { lines: string[]; ok: boolean };

/** The content of a commit on top of a branch's tip; or the final report if there is nothing to commit. */
export type Proposal = { files: CommitContent; subject: string; published: string } | Published;

const maxRetries = 10;
/** The wait before a retry grows from this, or from the duration of a try if that is longer: on a slow machine, tries overlap longer. */
const leastWaitMs = 250;
/** As a multiple of that. */
const mostWait = 32;

/**
 * Commits on top of a remote's branch and pushes, without force and without changing the checkout's index, working tree or
 * branches. If another push was faster, it fetches and requests a new proposal, at most ten times. A proposal may create refs
 * below `refs`.
 */
export async function pushOnTop(
  git: Git,
  { remote, branch }: Pick<Target, 'remote' | 'branch'>,
  propose: (tip: string | null, refs: string) => Promise<Proposal>,
  log: (line: string) => void,
): Promise<Published> {
  const target: Target = { remote, branch, refs: `refs/contract-bench/${randomUUID()}` };
  const identity = await committer(git);
  let lost = '';
  let began = performance.now();
  try {
    for (let retry = 0; retry <= maxRetries; retry += 1) {
      if (retry > 0) {
        const slotMs = Math.max(leastWaitMs, performance.now() - began);
        const mostMs = Math.min(60_000, slotMs * Math.min(mostWait, 2 ** (retry - 1)));
        const waitMs = Math.round(Math.random() * mostMs);
        log(`publish: ${lost}; try ${retry + 1} of ${maxRetries + 1} in ${waitMs} ms`);
        await sleep(waitMs);
      }
      began = performance.now();
      const fetched = await fetchTip(git, target);
      if ('why' in fetched) {
        if (fetched.final) return failed(fetched.why);
        lost = fetched.why;
        continue;
      }
      const proposal = await propose(fetched.tip, target.refs);
      if ('ok' in proposal) return proposal;
      const ref = `${target.refs}/commit-${retry}`;
      const about = { ref, parent: fetched.tip, message: `${proposal.subject}\n`, identity };
      await writeCommit(git, about, proposal.files);
      const refused = await push(git, target, ref);
      if (refused === null)
        return { lines: [`published ${proposal.published} to ${remote}/${branch}`], ok: true };
      if (refused.final) return failed(refused.why);
      lost = refused.why;
    }
  } finally {
    await removeRefs(git, target);
  }
  return failed(`given up after ${maxRetries + 1} tries: ${lost}`);
}

function failed(why: string): Published {
  return { lines: [`publish: ${why}`], ok: false };
}

/** The target of a push. Fetched and written refs are below `refs`, which no other process uses. */
export type Target = { remote: string; branch: string; refs: string };

/** Why a try failed; `final` if a retry would fail the same way. */
type Refusal = { why: string; final: boolean };

/** Fetches the branch; `tip` is its newest commit, null if the branch does not exist. */
async function fetchTip(
  git: Git,
  { remote, branch, refs }: Target,
): Promise<{ tip: string | null } | Refusal> {
  const tip = `${refs}/tip`;
  // The refs and FETCH_HEAD of the checkout stay unchanged, so that several processes can share it.
  const quietly = ['--quiet', '--no-tags', '--no-write-fetch-head', '--refmap='];
  const fetched = await git.attempt(['fetch', ...quietly, remote, `+refs/heads/${branch}:${tip}`]);
  if (fetched.ok) return { tip };
  if (/couldn't find remote ref/i.test(fetched.stderr)) return { tip: null };
  return { why: lastLine(fetched.stderr), final: unreachable.test(fetched.stderr) };
}

/** Null if the branch has moved to the commit. */
async function push(git: Git, { remote, branch }: Target, commit: string): Promise<Refusal | null> {
  const pushed = await git.attempt(['push', '--porcelain', remote, `${commit}:refs/heads/${branch}`]);
  if (pushed.ok) return null;
  const refused = pushed.stdout.split('\n').find((line) => line.startsWith('!'));
  if (refused?.includes('[rejected]') || /lock|failed to update ref/.test(refused ?? ''))
    return { why: `${remote}/${branch} has moved`, final: false };
  const why = refused?.split('\t').at(-1) ?? lastLine(pushed.stderr);
  // An explicit rejection by a remote is final, unless the remote itself had a problem.
  const final = refused === undefined ? unreachable.test(pushed.stderr) : !inTrouble.test(refused);
  return { why, final };
}

/** Removes the refs of the tries from the checkout. */
async function removeRefs(git: Git, { refs }: Target): Promise<void> {
  const { stdout } = await git.attempt(['for-each-ref', '--format=delete %(refname)', `${refs}/`]);
  if (stdout !== '') await git.attempt(['update-ref', '--stdin'], { input: `${stdout}\n` });
}

const unreachable =
  /not appear to be a git repository|repository .*not found|authentication failed|permission denied|could not read username|could not resolve host/i;

const inTrouble = /internal|unavailable|time-?d? ?-?out|try again|unpacker error/i;

function lastLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.find((line) => line.startsWith('fatal:')) ?? lines.at(-1) ?? '';
}

export type CommitContent = { path: string; content: string | Buffer | null }[];

type About = {
  /** A ref that does not exist yet. */
  ref: string;
  /** Null for a first commit. */
  parent: string | null;
  message: string;
  /** In the form of `committer`. */
  identity: string;
};

/**
 * Commits these files beside all files of the parent. It neither reads nor writes the index or the working tree: the whole
 * commit goes to git as one stream.
 */
async function writeCommit(git: Git, about: About, files: CommitContent): Promise<void> {
  const parts = [
    `feature done\ncommit ${about.ref}\ncommitter ${about.identity}\n`,
    data(about.message),
    about.parent ? `from ${about.parent}^0\n` : '',
    ...files.flatMap(({ path, content }) =>
      content === null ? [`D ${quoted(path)}\n`] : [`M 100644 inline ${quoted(path)}\n`, data(content)],
    ),
    'done\n',
  ];
  const input = Buffer.concat(parts.map((part) => Buffer.from(part)));
  await git.run(['fast-import', '--quiet'], { input });
}

/** Quoted for `fast-import`. */
function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`;
}

/** The committer without a configured identity, as on a CI machine. */
const bot = { GIT_COMMITTER_NAME: 'contract-bench', GIT_COMMITTER_EMAIL: 'bot@contract-bench.invalid' };

/** Name, address and time in the form of a commit. */
async function committer(git: Git): Promise<string> {
  // Without the first setting, git makes up an identity from the user and the host.
  const ask = ['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'];
  const { ok, stdout } = await git.attempt(ask);
  return ok ? stdout : git.run(ask, { env: bot });
}

function data(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}
