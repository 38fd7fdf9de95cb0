import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../platform/errors/user-error.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { appendTo, writeTo } from '../../platform/files/write-file.ts';

/** What an episode leaves below `--out`; the paths come from another machine. */
const allowed =
  /^((facts|trajectories)\.jsonl|events\/[\w.-]+\.jsonl|reports\/[\w.-]+\.json|screenshots\/[\w.-]+\/page\.(png|txt)|transcripts\/[\w.-]+\/[\w.-]+\.jsonl?|answers\/[\w.-]+\/[\w.-]+\.txt|pictures\/[0-9a-f]{64}\.webp|[\w.-]+\.review\.md)$/;

/** All files below a folder, in Base64 by path. */
export function packFiles(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, file).split(path.sep).join('/'), readFileSync(file, 'base64')];
    }),
  );
}

/** Writes them below a folder; to a file of lines that several episodes share they are appended. Throws `UserError`. */
export function unpackFiles(folder: string, files: Readonly<Record<string, string>>): void {
  const stray = Object.keys(files).find((name) => !allowed.test(name) || name.split('/').includes('..'));
  if (stray !== undefined)
    throw new UserError(`queue: a worker sent a file "${stray}", which has no place below --out`);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    makeFolder(path.dirname(file));
    const bytes = Buffer.from(content, 'base64');
    if (/^(facts|trajectories|events\/.*)\.jsonl$/.test(name)) appendTo(file, bytes);
    else writeTo(file, bytes);
  }
}
