import { readFile, stat } from 'node:fs/promises';
import { UserError } from '../platform/errors/user-error.ts';

/** The key of a model's API from a file that nobody else can read. Throws `UserError`. */
export async function readKeyFile(file: string): Promise<string> {
  const cannot = (error: NodeJS.ErrnoException) => {
    throw new UserError(`--key-file ${file}: cannot be read (${error.code})`);
  };
  const { mode } = await stat(file).catch(cannot);
  if ((mode & 0o077) !== 0)
    throw new UserError(
      `--key-file ${file}: others may read or change it (mode ${(mode & 0o777).toString(8)}); allowed is 600 or 400`,
    );
  const key = (await readFile(file, 'utf8').catch(cannot)).trim();
  if (key === '' || /\s/.test(key))
    throw new UserError(`--key-file ${file}: must hold one key and nothing else`);
  return key;
}
