import { findChromium } from '../../browser/chromium/find-chromium.ts';
import { UserError } from '../../platform/errors/user-error.ts';
import { count } from '../../platform/words/format.ts';
import { type AroundPart, emptyWeb, openGuest } from '../../run/episode/open-stage.ts';
import { checkInstalled, type ServerSession } from '../../servers/connect-server.ts';
import { chooseServer, type ServerChoice } from '../../servers/index.ts';
import type { Server } from '../../servers/server.ts';
import { compareTools, readToolLedger } from '../../servers/tool-ledger.ts';

/**
 * Starts a server and compares its tools with those of its ledger. Throws `UserError` without a ledger, or if the server
 * can't be started.
 */
export async function diffServer(
  choice: ServerChoice,
  transcripts: string,
  env: NodeJS.ProcessEnv,
): Promise<{ lines: string[]; equal: boolean; differences: string[] }> {
  const server = chooseServer(choice);
  const { server: id } = choice;
  const ledger = await readToolLedger(transcripts, id);
  await checkInstalled(server);
  const { version, tools } = await introduce(server, env);
  const differences = compareTools(ledger.tools, tools);
  const versions = `${ledger.server.version} in tools.json, ${version} here`;
  const equal = differences.length === 0;
  const summary = `${id}: ${count(tools.length, 'tool')}, ${equal ? 'as in tools.json' : count(differences.length, 'difference')} (${versions})`;
  return { lines: [...differences, summary], equal, differences };
}

/** A server's report about itself, as the guest of a browser with an empty web. */
async function introduce(
  server: Server,
  env: NodeJS.ProcessEnv,
): Promise<Pick<ServerSession, 'version' | 'tools'>> {
  const chromium = await findChromium(env);
  const around: AroundPart = (part, open) =>
    open().catch((error: unknown) => {
      if (part === 'reset') throw error;
      throw new UserError(
        `server ${server.id} could not be started: ${error instanceof Error ? error.message : error}`,
      );
    });
  const hidden = { checkout: null, answers: [] };
  const plan = { server, chromium, web: emptyWeb, mark: `servers-diff-${process.pid}`, hidden };
  await using guest = await openGuest(plan, around);
  return { version: guest.server.version, tools: guest.server.tools };
}
