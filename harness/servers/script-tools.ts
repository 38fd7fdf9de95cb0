import type { CallTemplate, Server } from './server.ts';
import type { Cannot, ToolMapping } from './tool-mappings/tool-mapping.ts';

/** The names of tools that run a script in other releases, and on servers without data of their own. */
const runsScripts = /evaluate|(^|_)eval(_|$)|run_code|javascript|(execute|run|add|inject)_?script/i;

/** A command of a command line that runs a script, alone or at the beginning of a command in a batch. */
const scriptCommand = /^\s*(eval|evaluate|run-code|add-?(init-?)?script|--init-script)(\s|=|$)/i;

type Knowing = Pick<Server, 'cli' | 'script' | 'answerRequests'>;

/** Whether a tool can only run scripts in the page. The tool of a command line also does other things. */
export function isScriptTool({ cli, script, answerRequests }: Knowing, tool: string): boolean {
  if (cli) return false;
  return [script?.tool, answerRequests?.tool].includes(tool) || runsScripts.test(tool);
}

/** Whether a call runs a script in the page: by its tool, or for a command line by one of its words. */
export function runsScript(server: Knowing, { tool, args }: CallTemplate): boolean {
  if (!server.cli) return isScriptTool(server, tool);
  // Every word counts, because options may stand before the command.
  return wordsIn(args).some((word) => scriptCommand.test(word));
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

/** The server as agents get it in a suite, which may refuse scripts. */
export function serverIn(
  suite: { scripts?: 'offered' | 'refused' | undefined } | undefined,
  server: Server,
): Server {
  return suite?.scripts === 'refused' ? { ...server, scripts: 'refused' } : server;
}

/** A tool mapping where a verb that needs the script tool is one that the server cannot do. */
export function mappingWithoutScripts(mapping: ToolMapping): ToolMapping {
  const lacking: Cannot = {
    by: 'nobody',
    why: 'only its script tool does this, and the suite refuses scripts',
    lacks: null,
    fails: null,
  };
  const verbs = Object.entries(mapping.verbs).map(([verb, way]) => [
    verb,
    way.by === 'script' ? lacking : way,
  ]);
  // The verbs stay the same, and a way that is left out becomes a `Cannot`.
  return { ...mapping, verbs: Object.fromEntries(verbs) as ToolMapping['verbs'] };
}

/** Why a server in such a suite cannot read a page, so that it finds no element: it reads by a script alone. Else null. */
export function whyUnread(server: Server, { read, readsBy, firstPage }: ToolMapping): string | null {
  if (server.scripts !== 'refused') return null;
  if (readsBy !== 'tool') return readsBy.why;
  return runsScript(server, { ...read(firstPage) }) ? 'only its script tool reads a page' : null;
}
