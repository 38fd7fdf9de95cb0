import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Where folders of episodes are made: sockets are made in them, and the names of sockets end at 108 characters. */
export function temporaryFolder(): string {
  const folder = realpathSync(tmpdir());
  return folder.length > 40 ? '/tmp' : folder;
}
