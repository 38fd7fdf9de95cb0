import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Contract } from '../../judge/contract.ts';
import type { TaskFile } from '../../task/read-tasks.ts';
import type { Bundle } from './bundle.ts';

const minCharacters = 4;
const maxBytes = 8 * 2 ** 20;

/** Where a bundle holds what a task's contract looks for, one line each with file, line and the text. */
export async function leaksOf(
  condition: string,
  { folder, text }: Bundle,
  task: TaskFile['task'],
  configFolder: string,
): Promise<string[]> {
  const literals = [...new Set(literalsOf(task.success))].filter(
    (literal) => literal.length >= minCharacters,
  );
  const files = folder === null ? [] : await filesOf(folder);
  const texts = await Promise.all(
    files.map(async (file) => ({
      name: path.relative(configFolder, file),
      text: await readFile(file, 'utf8'),
    })),
  );
  if (folder === null && text !== null) texts.push({ name: `the text of ${condition}`, text });
  return texts.flatMap(({ name, text: content }) =>
    content
      .split('\n')
      .flatMap((line, index) =>
        literals
          .filter((literal) => line.toLowerCase().includes(literal.toLowerCase()))
          .map(
            (literal) =>
              `${name}:${index + 1} holds ${JSON.stringify(literal)}, which the contract of ${task.id} looks for`,
          ),
      ),
  );
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_, index) => (sizes[index] ?? 0) <= maxBytes).sort();
}

/** The texts that a contract wants to see, and of its patterns the parts that stand for themselves, hosts left out. */
export function literalsOf(contract: Contract): string[] {
  return Object.entries(contract).flatMap(([key, value]): string[] => {
    if ((key === 'contains' || key === 'equals') && typeof value === 'string') return [value];
    if (/pattern$/.test(key) && typeof value === 'string') return literalParts(value);
    const children = Array.isArray(value) ? value : [value];
    // What is an object within a clause is a clause.
    return children.flatMap((child) =>
      child !== null && typeof child === 'object' ? literalsOf(child as Contract) : [],
    );
  });
}

function literalParts(pattern: string): string[] {
  const path = pattern.replace(/^\^?https\??:\/\/[^/]*\/?/, '');
  return path
    .replace(/\\([dDwWsSbB])/g, '\0')
    .replace(/\\(.)/g, '$1')
    .split(/[\0^$()[\]{}|*+?]|(?<!\\)\.\*/)
    .filter((part) => part.length >= minCharacters);
}
