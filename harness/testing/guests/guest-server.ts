import { fileURLToPath } from 'node:url';
import type { Server } from '../../servers/server.ts';

export type GuestFlag =
  | '--dies-at-once'
  | '--never-starts'
  | '--stubborn'
  | '--junk'
  | '--leaves-a-daemon'
  /** Goes to `/goal` of the host in place of the URL that it is to open, or with a redirect that the web never gave. */
  | '--opens-the-goal'
  | '--forges-a-redirect'
  /** Opens the given URL, and goes to `/goal` after its answer. */
  | '--goes-on'
  | '--many-tools'
  | '--no-tools'
  /** Its schemas name no argument. */
  | '--empty-schemas'
  | '--long-names'
  /** One of its tools has a title and an output schema that MCP does not allow. */
  | '--odd-tool'
  /** Lists only the tools that open a URL: by the browser, and by itself. */
  | '--opens-urls'
  /** Opens only http and https with a public name, for callers, pages and redirects. */
  | '--refuses'
  | '--hangs-on-files'
  | '--dies-on-data'
  | '--no-tools'
  /** Says of its tools how they are to be used. */
  | '--instructs'
  /** Has tools that act on a page (`guest-mapping.ts`): honest ones, or ones that do nothing and report success. */
  | '--honest'
  | '--lying'
  | '--no-tools';

/** `cdp-guest.mjs` as a server under test: starts in a tenth of the time of a real one, and misbehaves on demand. */
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
    reads: [],
    answerRequests: null,
    sessionValues: {},
    fetchesByItself: ['fetch_it'],
    cannot: {},
  };
}
