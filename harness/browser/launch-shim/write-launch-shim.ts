import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./program/main.ts', import.meta.url));

/** Where in a guest's folder its executable lies. */
export function launchShimIn(folder: string): string {
  return path.join(folder, 'launch', 'chromium');
}

/**
 * Writes an executable into a guest's folder that whoever launches it takes for Chromium, and that leads to the browser
 * at this endpoint. It needs nothing outside of the folder but this Node.
 */
export async function writeLaunchShim(folder: string, endpoint: string): Promise<void> {
  const executable = launchShimIn(folder);
  const own = `${executable}-shim`;
  await cp(path.dirname(program), own, { recursive: true });
  // Without it Node would look for what kind of modules they are, and complain where launchers listen.
  await writeFile(path.join(own, 'package.json'), '{ "type": "module" }\n');
  const words = [process.execPath, path.join(own, path.basename(program)), endpoint].map(quote).join(' ');
  // Options of Node are a launcher's own. Who it is is asked at once: one that is killed soon has another pid later.
  await writeFile(executable, `#!/bin/sh\nunset NODE_OPTIONS\nexec ${words} "$PPID" "$@"\n`, { mode: 0o755 });
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
