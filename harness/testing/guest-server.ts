import { fileURLToPath } from 'node:url';
import type { Server } from '../servers/server.ts';

export type GuestFlag =
  | '--dies-at-once'
  | '--never-starts'
  | '--stubborn'
  | '--junk'
  | '--leaves-a-daemon'
  | '--instructs';

/** `cdp-guest.mjs` as a server under test: starts in a tenth of the time of a real one, and misbehaves as told. */
export function guestServer(...flags: GuestFlag[]): Server {
  const script = fileURLToPath(new URL('./cdp-guest.mjs', import.meta.url));
  return {
    id: 'guest',
    title: 'A guest for tests',
    origin: { command: `exec "${process.execPath}" "${script}" {endpoint} ${flags.join(' ')}` },
    args: [],
    env: {},
    open: { tool: 'open', args: { url: '{url}' } },
    script: null,
    answerRequests: null,
    sessionValues: {},
    fetchesByItself: ['fetch_it'],
    cannot: {},
  };
}
