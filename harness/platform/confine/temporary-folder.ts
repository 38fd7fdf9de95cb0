import { accessSync, constants, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { UserError } from '../errors/user-error.ts';

/**
 * Where folders of episodes are made: sockets are made in them, and the names of sockets end at 108 characters.
 * Throws `UserError` where nothing can be made.
 */
export function temporaryFolder(): string {
  const named = tmpdir();
  try {
    const folder = realpathSync(named);
    accessSync(folder, constants.W_OK);
    return folder.length > 40 ? '/tmp' : folder;
  } catch {
    throw new UserError(
      `TMPDIR: ${named} is no folder that can be written; name one that is, or unset it (then it is /tmp)`,
    );
  }
}
