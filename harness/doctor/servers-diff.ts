import { findChromium } from '../browser/find-chromium.ts';
import { openBrowser } from '../browser/session.ts';
import { UserError } from '../errors/user-error.ts';
import { compareTools } from '../servers/compare-tools.ts';
import { checkInstalled, connectServer, type ServerSession } from '../servers/connect-server.ts';
import { findServer, serverFromCommand } from '../servers/index.ts';
import type { Server } from '../servers/server.ts';
import { readToolLedger } from '../servers/tool-ledger.ts';
import { openWeb } from '../web/open-web.ts';

const startLimitMs = 30_000;

/**
 * Starts a server and compares its tools with those of its ledger. Throws `UserError` where there is no ledger, or
 * the server can't be started.
 */
export async function diffServer(
  { id, command, transcripts }: { id: string; command: string | null; transcripts: string },
  env: NodeJS.ProcessEnv,
): Promise<{ lines: string[]; equal: boolean; differences: string[] }> {
  const server = command ? serverFromCommand(id, command) : findServer(id);
  const ledger = await readToolLedger(transcripts, id);
  await checkInstalled(server);
  const { version, tools } = await introduce(server, env);
  const differences = compareTools(ledger.tools, tools);
  const versions = `${ledger.server.version} in the ledger, ${version} here`;
  const equal = differences.length === 0;
  const summary = `${id}: ${tools.length} tools, ${equal ? 'as in the ledger' : `${differences.length} differences`} (${versions})`;
  return { lines: [...differences, summary], equal, differences };
}

/** What a server says of itself, as the guest of a browser that no web is in front of. */
async function introduce(
  server: Server,
  env: NodeJS.ProcessEnv,
): Promise<Pick<ServerSession, 'version' | 'tools'>> {
  const mark = `servers-diff-${process.pid}`;
  const chromium = await findChromium(env);
  await using cleanup = new AsyncDisposableStack();
  const web = await openWeb({ kind: 'hermetic', standIns: { sha256: '', open: () => new Map() } });
  cleanup.defer(() => web.close());
  const browser = await openBrowser(chromium, web, {
    mark: `${mark}.browser`,
    viewport: { width: 1280, height: 800 },
  });
  cleanup.defer(() => browser.end());
  const { url = '', port = 0 } = browser.endpoint ?? {};
  const attachment = { endpoint: url, port, folder: browser.folder.path, mark };
  try {
    const session = await connectServer(server, attachment, AbortSignal.timeout(startLimitMs));
    cleanup.defer(() => session.end());
    return { version: session.version, tools: session.tools };
  } catch (error) {
    throw new UserError(
      `server ${server.id} could not be started: ${error instanceof Error ? error.message : error}`,
    );
  }
}
