import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./program/main.ts', import.meta.url));

/** The path of the executable in a guest's folder. */
export function launchShimIn(folder: string): string {
  return path.join(folder, 'launch', 'chromium');
}

/**
 * Writes an executable into a guest's folder that acts as Chromium and connects its launcher to the browser at this
 * endpoint. Outside of the folder it needs only this Node.
 */
export async function writeLaunchShim(folder: string, endpoint: string): Promise<void> {
  const executable = launchShimIn(folder);
  const own = `${executable}-shim`;
  await cp(path.dirname(program), own, { recursive: true });
  // Without this file Node would search for the module type, and warn on the launcher's standard error.
  await writeFile(path.join(own, 'package.json'), '{ "type": "module" }\n');
  const words = [process.execPath, path.join(own, path.basename(program)), endpoint].map(quote).join(' ');
  // NODE_OPTIONS are meant for the launcher itself. `$PPID` is read at once, because it changes if the launcher is
  // killed.
  await writeFile(executable, `#!/bin/sh\nunset NODE_OPTIONS\nexec ${words} "$PPID" "$@"\n`, { mode: 0o755 });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
