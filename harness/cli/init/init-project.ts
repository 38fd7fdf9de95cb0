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
/** What is to be written, and what is there and stays. Absolute paths. */
export type InitPlan = { root: string; write: { file: string; text: string }[]; left: string[] };

/** Nothing is written yet. Throws `UserError` for a folder below a project that is one already. */
export async function planInit(folder: string, server: Starter['server']): Promise<InitPlan> {
  const config = findConfig(folder);
  if (config !== null && path.dirname(config) !== folder)
    throw new UserError(
      `init: this folder is of the project of ${config}; call it there, or in a folder that is of none`,
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

/** Whether a workflow is there that works elsewhere. */
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

/** The folders that no commit wants. */
const ignored = ['node_modules/', 'reports/', 'dist/'];

/** What is played and kept has the same bytes in every checkout, also in one with the line ends of Windows. */
const attributes = ['tasks', 'transcripts', 'results'].map((name) => `/${name}/** text=auto eol=lf`);

/** A file of git's with these lines beside those that it has; null where it has them all. */
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
    // None is there, or it is no JSON: npm says so.
  }
  return path.basename(folder).slice(0, 60) || 'contract-bench';
}

/** The branch that others see as the first one, else the one that is checked out. */
async function branchOf(folder: string): Promise<string> {
  const git = gitIn(folder);
  const ofRemote = await git.ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  const here = await git.ask('symbolic-ref', '--quiet', '--short', 'HEAD');
  return ofRemote?.replace(/^origin\//, '') || here || 'main';
}

/** A server as a configuration has it. Throws `UserError` where a configuration could not. */
export function ownServer(command: string, id: string): { id: string; command: string } {
  const read = Config.safeParse({ servers: [{ id, command }] });
  if (read.success) return { id, command };
  // The one thing that is wrong with what was typed stands deepest.
  const found = /^[a-z0-9][a-z0-9._-]*$/.test(id)
    ? `--server: found "${command}"; allowed is a command line with {endpoint}, {port} or {chromium} in it`
    : `--server-id: found "${id}"; allowed are lowercase letters, digits, ".", "_" and "-"`;
  throw new UserError(found);
}

/** Asks on the terminal. Throws `UserError` where there is none. */
export async function isAgreed(lines: readonly string[], print: (line: string) => void): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new UserError('init: there is no terminal to ask on; --yes writes without asking');
  for (const line of lines) print(line);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(?:y|yes)$/i.test((await terminal.question('write these files? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}
