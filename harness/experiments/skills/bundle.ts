import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** What a condition brings: its folder, and the text of it that an agent is given. Nulls where there is none. */
export type Bundle = { folder: string | null; text: string | null };

/** `SKILL.md` of a bundle, or the files that its condition names, one after the other. */
export async function textOfBundle(
  folder: string | null,
  files: readonly string[] | null,
): Promise<string | null> {
  if (folder === null) return null;
  const texts = await Promise.all(
    (files ?? ['SKILL.md']).map((file) => readFile(path.join(folder, file), 'utf8').catch(() => null)),
  );
  const found = texts.filter((text) => text !== null);
  return found.length > 0 ? found.join('\n\n') : null;
}

const nothing = 'This text is here for its length alone. It holds no advice about the task. ';

/** As many characters that say nothing. */
export function placebo(length: number): string {
  return nothing.repeat(Math.ceil(length / nothing.length)).slice(0, length);
}
