import { SilentServer } from '../../../servers/pipe-transport.ts';
import type { CallTemplate, Server } from '../../../servers/server.ts';
import type { StartedProcesses } from './started-processes.ts';

const webServer = /https?:\/\/\S+|\bSSE\b|streamable|listening on|port \d+/i;

const noBrowser =
  /(find|found|launch|install).{0,40}(chrome|chromium|browser|firefox)|executable doesn't exist/i;

/** Why there is no list of tools, in one line. */
export function whyNotStarted(error: unknown, limitMs: number, started: StartedProcesses | null): string {
  const what = error instanceof Error ? error.message : String(error);
  if (!(error instanceof SilentServer)) return `it does not start: ${what}`;
  const within = `no answer in ${(limitMs / 1000).toFixed(1)} s`;
  const ports = started?.ports ?? [];
  const told = webServer.exec(error.printed)?.[0];
  if (ports.length > 0 || told)
    return (
      `it speaks HTTP, not MCP over stdio: ${within}, and it ` +
      `${ports.length > 0 ? `listens on port ${ports.join(', ')}` : `says "${told}"`}; ` +
      'only servers over stdio can be played, so look for its option for stdio'
    );
  const browsers = started?.browsers ?? [];
  if (browsers.length > 0)
    return `${within}, and it launched a browser of its own (${browsers.join('; ')}); it must attach to {endpoint}`;
  return `it speaks no MCP over stdio, or needs more than ${(limitMs / 1000).toFixed(1)} s to start: ${what}`;
}

/** What often helps a command line that does not start; nothing of another server. */
export function startHint({ origin }: Pick<Server, 'origin'>): string {
  const isFetched = 'command' in origin && /(^|\s)(npx|bunx|uvx|pnpm dlx|npm exec)\s/.test(origin.command);
  return isFetched
    ? '; its home is an empty folder, so that what npx and the like keep is not there: install it, and name its file'
    : '';
}

/** The same for one that does not come to the browser. */
function attachHint({ origin }: Pick<Server, 'origin'>): string {
  const takesBare = 'command' in origin && /\{endpoint\}(?!\/)/.test(origin.command);
  return takesBare ? '; some servers want more of the address, such as {endpoint}/json/version' : '';
}

/** Why the page is not in the harness's browser, in one line. */
export function whyNotMoved({
  server,
  open: { tool },
  answer,
  shown,
  processes: { browsers },
}: {
  server: Pick<Server, 'origin'>;
  open: CallTemplate;
  answer: { text: string; isError: boolean } | null;
  shown: string;
  processes: StartedProcesses;
}): string {
  const said = answer === null ? 'gave no answer' : `answered: ${answer.text || '(nothing)'}`;
  if (browsers.length > 0)
    return `it launched a browser of its own (${browsers.join('; ')}) in place of attaching to {endpoint}, or of {chromium}; ${tool} ${said}`;
  if (answer?.isError && noBrowser.test(answer.text))
    return `it wants to launch a browser of its own in place of attaching to {endpoint}, or of {chromium}; ${tool} ${said}`;
  return `the page was not opened, the browser ${shown}; ${tool} ${said}${attachHint(server)}`;
}
