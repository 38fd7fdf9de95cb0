import type { Git } from '../../platform/git/git.ts';

export type CommitContent = { path: string; content: string | Buffer }[];

type About = {
  /** A ref that there is not yet. */
  ref: string;
  /** Null for a first commit. */
  parent: string | null;
  message: string;
  /** As `committer` says it. */
  identity: string;
};

/**
 * Commits these files beside all that the parent has. Nothing is looked up in the index or the working tree, and
 * nothing is written there: the whole commit goes to git as one stream.
 */
export async function writeCommit(git: Git, about: About, files: CommitContent): Promise<void> {
  const parts = [
    `feature done\ncommit ${about.ref}\ncommitter ${about.identity}\n`,
    data(about.message),
    about.parent ? `from ${about.parent}^0\n` : '',
    ...files.flatMap(({ path, content }) => [`M 100644 inline ${path}\n`, data(content)]),
    'done\n',
  ];
  const input = Buffer.concat(parts.map((part) => Buffer.from(part)));
  await git.run(['fast-import', '--quiet'], { input });
}

/** Who commits when nobody is configured, as on a CI machine. */
const bot = { GIT_COMMITTER_NAME: 'contract-bench', GIT_COMMITTER_EMAIL: 'bot@contract-bench.invalid' };

/** Name, address and time, as a commit has them. */
export async function committer(git: Git): Promise<string> {
  // Without the first setting git makes up an identity from the user and the host.
  const ask = ['-c', 'user.useConfigOnly=true', 'var', 'GIT_COMMITTER_IDENT'];
  const { ok, stdout } = await git.attempt(ask);
  return ok ? stdout : git.run(ask, { env: bot });
}

function data(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
}
