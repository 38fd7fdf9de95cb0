import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./program/main.ts', import.meta.url));

/** Where in a guest's folder it lies. */
export function commandServerIn(folder: string): string {
  return path.join(folder, 'command-server', path.basename(program));
}

/** Writes the server that runs a program of the command line into a guest's folder; it needs nothing else but this Node. */
export async function writeCommandServer(folder: string): Promise<void> {
  const file = commandServerIn(folder);
  await mkdir(path.dirname(file), { recursive: true });
  await copyFile(program, file);
  // Without it Node would look for what kind of module it is.
  await writeFile(path.join(path.dirname(file), 'package.json'), '{ "type": "module" }\n');
}
