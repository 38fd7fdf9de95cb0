import { fileURLToPath } from 'node:url';
import { serverFromCommand } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';

export type Unfit =
  | 'crashes'
  | 'http'
  | 'says-http'
  | 'silent'
  | 'opens-nothing'
  | 'own-browser'
  | 'wants-browser'
  | 'refuses';

/** `unfit-server.mjs`: a server that nothing can be played with, for this reason. */
export function unfitServer(why: Unfit): Server {
  const script = fileURLToPath(new URL('./unfit-server.mjs', import.meta.url));
  return serverFromCommand('unfit', `exec "${process.execPath}" "${script}" ${why} {endpoint}`);
}
