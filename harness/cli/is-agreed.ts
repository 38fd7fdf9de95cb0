import { createInterface } from 'node:readline/promises';
import { UserError } from '../platform/errors/user-error.ts';

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
