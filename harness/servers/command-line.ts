import { realpathSync } from 'node:fs';
import path from 'node:path';
import { launchShimIn } from '../browser/launch-shim/write-launch-shim.ts';
import { commandServerIn } from './command-server/write-command-server.ts';
import { packageFolder, programOf } from './installed-version.ts';
import { findProgram } from './installs/install-package.ts';
import type { Server } from './server.ts';

export type Attachment = { endpoint: string; port: number; folder: string };

/** The command that starts a server and its arguments, placeholders filled in. */
export async function commandLineOf(server: Server, attachment: Attachment): Promise<[string, string[]]> {
  const [program, args] = await ownCommandLine(server, attachment);
  const { cli, id } = server;
  if (!cli) return [program, args];
  const told = {
    name: 'install' in server.origin ? (server.origin.install.bin ?? id) : id,
    command: [program, ...args],
    attach: cli.attach.map((each) => fill(each, attachment)),
    end: cli.end,
    folder: attachment.folder,
  };
  // The program stands apart once more: what a command line names can be read by what it starts.
  return [process.execPath, [commandServerIn(attachment.folder), JSON.stringify(told), program, ...args]];
}

async function ownCommandLine(
  { origin, args: templates }: Server,
  attachment: Attachment,
): Promise<[string, string[]]> {
  const args = templates.map((each) => fill(each, attachment));
  if ('browser' in origin) throw new Error('there is no server to start');
  if ('command' in origin) return ['sh', ['-c', fill(origin.command, attachment)]];
  // The shell takes the command's own words apart; ours reach it as they are.
  if ('program' in origin)
    return ['sh', ['-c', `exec ${programOf(origin) ?? origin.program} "$@"`, 'sh', ...args]];
  if ('package' in origin)
    return [process.execPath, [path.join(packageFolder(origin.package), origin.entry), ...args]];
  const found = (await findProgram(origin.install, origin.variable, process.env))?.program;
  // Of a package that names no program its package.json is found.
  if (found && origin.entry)
    return [process.execPath, [path.join(path.dirname(found), origin.entry), ...args]];
  const program = found ?? origin.install.name;
  const script = scriptOf(program);
  return script ? [process.execPath, [script, ...args]] : [program, args];
}

/** The values, placeholders filled in. */
export function placeholdersIn(
  values: Readonly<Record<string, string>>,
  attachment: Attachment,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fill(value, attachment)]));
}

export function needsLaunchShim({ origin, args, env }: Pick<Server, 'origin' | 'args' | 'env'>): boolean {
  const texts = [...args, ...Object.values(env), ...('command' in origin ? [origin.command] : [])];
  return texts.some((text) => text.includes('{chromium}'));
}

function fill(text: string, { endpoint, port, folder }: Attachment): string {
  return text
    .replaceAll('{endpoint}', endpoint)
    .replaceAll('{port}', String(port))
    .replaceAll('{folder}', folder)
    .replaceAll('{chromium}', launchShimIn(folder));
}

/** What this Node runs, whatever `node` the PATH has; null of a program of another kind. */
function scriptOf(program: string): string | null {
  try {
    const file = realpathSync(program);
    return /\.[cm]?js$/.test(file) ? file : null;
  } catch {
    return null;
  }
}
