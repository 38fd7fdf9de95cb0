import { accessSync, constants, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { UserError } from '../errors/user-error.ts';

/**
 * The parent of episode folders. It is short, because they hold sockets, whose names are at most 108 characters.
 * Throws `UserError` if it is not writable.
 */
export function temporaryFolder(): string {
  const named = tmpdir();
  try {
    const folder = realpathSync(named);
    accessSync(folder, constants.W_OK);
    return folder.length > 40 ? '/tmp' : folder;
  } catch {
    throw new UserError(
      `TMPDIR: ${named} is not a writable folder; name one that is, or unset it (then it is /tmp)`,
    );
  }
}
