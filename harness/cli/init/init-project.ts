import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { UserError } from '../../platform/errors/user-error.ts';
import { gitIn } from '../../platform/git/git.ts';
import { Config } from '../config/config.ts';
import { findConfig } from '../project-here.ts';
import type { Starter } from './starter.ts';
import { starterFiles } from './starter-files.ts';
/** The files to write, and the existing files that stay. Absolute paths. */
export type InitPlan = { root: string; write: { file: string; text: string }[]; left: string[] };

/** Writes nothing yet. Throws `UserError` for a folder inside an existing project. */
export async function planInit(folder: string, server: Starter['server']): Promise<InitPlan> {
  const config = findConfig(folder);
  if (config !== null && path.dirname(config) !== folder)
    throw new UserError(
      `init: this folder belongs to the project of ${config}; run init in the folder of that file, or in a folder outside the project`,
    );
  const git = gitIn(folder);
  const top = (await git.ask('rev-parse', '--show-toplevel')) ?? folder;
  const below = ((await git.ask('rev-parse', '--show-prefix')) ?? '').replace(/\/$/, '');
  const { inProject, atTop } = starterFiles({
    title: await titleOf(folder),
    branch: await branchOf(folder),
    below,
    isSecond:
      below !== '' && (await isOfAnother(path.join(top, '.github/workflows/contract-bench.yml'), below)),
    server,
  });
  const wanted = [
    ...Object.entries(inProject).map(([name, text]) => ({ file: path.join(folder, name), text })),
    ...Object.entries(atTop).map(([name, text]) => ({ file: path.join(top, name), text })),
  ];
  const isThere = ({ file }: { file: string }) =>
    existsSync(file) || (config !== null && path.basename(file).startsWith('contract-bench.config.'));
  const added = [
    await withLines(path.join(folder, '.gitignore'), ignored),
    await withLines(path.join(folder, '.gitattributes'), attributes),
  ].flatMap((file) => file ?? []);
  return {
    root: folder,
    write: [...wanted.filter((each) => !isThere(each)), ...added],
    left: wanted.filter(isThere).map(({ file }) => file),
  };
}

/** Whether there is a workflow for another folder. */
async function isOfAnother(workflow: string, below: string): Promise<boolean> {
  if (!existsSync(workflow)) return false;
  return !(await readFile(workflow, 'utf8')).includes(`working-directory: ${JSON.stringify(below)}\n`);
}

export async function writeInit({ write }: InitPlan): Promise<void> {
  for (const { file, text } of write) {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

/** The folders that stay out of commits. */
const ignored = ['node_modules/', 'reports/', 'dist/'];

/** Played and recorded files have the same bytes in every checkout, also with the line ends of Windows. */
const attributes = ['tasks', 'transcripts', 'results'].map((name) => `/${name}/** text=auto eol=lf`);

/** A git file with these lines added; null if it has them all. */
async function withLines(
  file: string,
  lines: readonly string[],
): Promise<{ file: string; text: string } | null> {
  const before = existsSync(file) ? await readFile(file, 'utf8') : '';
  const bare = (line: string) => line.trim().replace(/^\//, '').replace(/\/$/, '');
  const known = before.split('\n').map(bare);
  const missing = lines.filter((line) => !known.includes(bare(line)));
  if (missing.length === 0) return null;
  const apart = before === '' || before.endsWith('\n') ? before : `${before}\n`;
  return { file, text: `${apart}${missing.map((line) => `${line}\n`).join('')}` };
}

/** What the project is called. */
async function titleOf(folder: string): Promise<string> {
  try {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8');
    const { name }: { name?: unknown } = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof name === 'string' && name.trim() !== '') return name.trim().slice(0, 60);
  } catch {
    // Missing or invalid JSON: npm reports it.
  }
  return path.basename(folder).slice(0, 60) || 'contract-bench';
}

/** The default branch of the remote, else the checked-out branch. */
async function branchOf(folder: string): Promise<string> {
  const git = gitIn(folder);
  const ofRemote = await git.ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  const here = await git.ask('symbolic-ref', '--quiet', '--short', 'HEAD');
  return ofRemote?.replace(/^origin\//, '') || here || 'main';
}

/** A server in the form of a configuration. Throws `UserError` if it is invalid there. */
export function ownServer(command: string, id: string): { id: string; command: string } {
  const read = Config.safeParse({ servers: [{ id, command }] });
  if (read.success) return { id, command };
  // The deepest issue is the mistake in the typed value.
  const found = /^[a-z0-9][a-z0-9._-]*$/.test(id)
    ? `--server: found "${command}"; allowed is a command line that contains {endpoint}, {port} or {chromium}`
    : `--server-id: found "${id}"; allowed are lowercase letters, digits, ".", "_" and "-"`;
  throw new UserError(found);
}

/** Asks on the terminal. Throws `UserError` without one. */
export async function isAgreed(lines: readonly string[], print: (line: string) => void): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UserError('init: cannot ask without a terminal; --yes writes the files without asking');
  for (const line of lines) print(line);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(?:y|yes)$/i.test((await terminal.question('write these files? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}
