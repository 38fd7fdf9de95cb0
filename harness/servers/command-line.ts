import { realpathSync } from 'node:fs';
import path from 'node:path';
import { launchShimIn } from '../browser/launch-shim/write-launch-shim.ts';
import { commandServerIn } from './command-server/write-command-server.ts';
import { packageFolder, programOf } from './installed-version.ts';
import { findProgram } from './installs/install-package.ts';
import type { Server } from './server.ts';

export type Attachment = { endpoint: string; port: number; folder: string };

/** The command that starts a server and its arguments, with placeholders filled in. */
export async function commandLineOf(server: Server, attachment: Attachment): Promise<[string, string[]]> {
  const [program, args] = await ownCommandLine(server, attachment);
  const { cli, id } = server;
  if (!cli) return [program, args];
  const spec = {
    name: 'install' in server.origin ? (server.origin.install.bin ?? id) : id,
    command: [program, ...args],
    attach: cli.attach.map((each) => fill(each, attachment)),
    end: cli.end,
    folder: attachment.folder,
  };
  // The program is repeated as plain arguments, because the sandbox lets a process read the files on its command line.
  return [process.execPath, [commandServerIn(attachment.folder), JSON.stringify(spec), program, ...args]];
}

async function ownCommandLine(
  { origin, args: templates }: Server,
  attachment: Attachment,
): Promise<[string, string[]]> {
  const args = templates.map((each) => fill(each, attachment));
  if ('browser' in origin) throw new Error('no server to start');
  if ('command' in origin) return ['sh', ['-c', fill(origin.command, attachment)]];
  // The shell splits the command itself; our arguments are passed unchanged.
  if ('program' in origin)
    return ['sh', ['-c', `exec ${programOf(origin) ?? origin.program} "$@"`, 'sh', ...args]];
  if ('package' in origin)
    return [process.execPath, [path.join(packageFolder(origin.package), origin.entry), ...args]];
  const found = (await findProgram(origin.install, origin.variable, process.env))?.program;
  // For a package without a program, `program` is the path of its package.json.
  if (found && origin.entry)
    return [process.execPath, [path.join(path.dirname(found), origin.entry), ...args]];
  const program = found ?? origin.install.name;
  const script = scriptOf(program);
  return script ? [process.execPath, [script, ...args]] : [program, args];
}

/** The values with placeholders filled in. */
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

/** The script to run with this Node, whichever `node` is on the PATH; null if the program is not a JavaScript file. */
function scriptOf(program: string): string | null {
  try {
    const file = realpathSync(program);
    return /\.[cm]?js$/.test(file) ? file : null;
  } catch {
    return null;
  }
}
