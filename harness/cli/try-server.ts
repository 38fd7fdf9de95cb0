import { findChromium } from '../browser/chromium/find-chromium.ts';
import { hiddenOf } from '../run/hidden-of.ts';
import { checkInstalled } from '../servers/connect-server.ts';
import { chooseServer } from '../servers/index.ts';
import { type Context, type Outcome, verdict } from './commands/command.ts';
import { checkLines, checkServer } from './doctor/server/check-server.ts';
import { serverChoice } from './server-choice.ts';

const openMs = 2000;

/** Checks a server by its id or its command line. Throws `UserError`. */
export async function tryServer(
  { server: asked, startMs }: { server: string; startMs: number },
  { config, project, env }: Context,
): Promise<Outcome> {
  const isCommand = /[\s{/\\]/.test(asked);
  const server = chooseServer(
    serverChoice(
      { server: asked, serverCommand: isCommand ? asked : null, serverId: null },
      { config, project },
    ),
  );
  await checkInstalled(server);
  const options = { project, tasks: null, script: null, webRoot: null, out: project.reports };
  const check = await checkServer(server, {
    chromium: await findChromium(env),
    hidden: hiddenOf({ options, transcriptFolders: project.recordings }),
    limits: { startMs, openMs },
  });
  return verdict(check.faults.length === 0, checkLines(check), check);
}
