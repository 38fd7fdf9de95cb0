import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./program/main.ts', import.meta.url));

/** Its path in a guest's folder. */
export function commandServerIn(folder: string): string {
  return path.join(folder, 'command-server', path.basename(program));
}

/** Writes the server for a command line program into a guest's folder. It needs nothing except this Node. */
export async function writeCommandServer(folder: string): Promise<void> {
  const file = commandServerIn(folder);
  await mkdir(path.dirname(file), { recursive: true });
  await copyFile(program, file);
  // Without this file Node would search for the module type.
  await writeFile(path.join(path.dirname(file), 'package.json'), '{ "type": "module" }\n');
}
