import { UserError } from '../../platform/errors/user-error.ts';
import { ownOf } from '../../platform/words/known-names.ts';
import { mappingWithoutScripts } from '../script-tools.ts';
import type { Server } from '../server.ts';
import { agentBrowser } from './agent-browser.ts';
import { agentBrowserMcp } from './agent-browser-mcp.ts';
import { agentInfra } from './agent-infra.ts';
import { chromeDevtools } from './chrome-devtools.ts';
import { chromeDevtoolsSlim } from './chrome-devtools-slim.ts';
import { executeautomation } from './executeautomation.ts';
import { openchrome } from './openchrome.ts';
import { playwright } from './playwright.ts';
import { playwrightCli } from './playwright-cli.ts';
import { puppeteer } from './puppeteer.ts';
import type { ToolMapping } from './tool-mapping.ts';

export const toolMappings: readonly ToolMapping[] = [
  playwright,
  chromeDevtools,
  chromeDevtoolsSlim,
  openchrome,
  puppeteer,
  executeautomation,
  agentInfra,
  agentBrowser,
  agentBrowserMcp,
  playwrightCli,
];

/**
 * The tool mapping of a server: its own data, else that of its id. A variant without one has that of its server, with the
 * verbs of its own tools. Null if there is none.
 */
export function toolMappingOf({
  scripts,
  ...server
}: Pick<Server, 'id' | 'dialect' | 'mapping' | 'scripts'>): ToolMapping | null {
  const mapping = wholeMappingOf(server);
  return mapping && scripts === 'refused' ? mappingWithoutScripts(mapping) : mapping;
}

function wholeMappingOf({
  id,
  dialect,
  mapping: ofData,
}: Pick<Server, 'id' | 'dialect' | 'mapping'>): ToolMapping | null {
  if (ofData) return ofData;
  const asked = dialect ?? id;
  const [own, variant = ''] = asked.split('+');
  const mapping =
    toolMappings.find((each) => each.id === asked) ?? toolMappings.find((each) => each.id === own);
  if (!mapping) return null;
  const verbs = ownOf(mapping.variants ?? {}, variant);
  return verbs ? { ...mapping, verbs: { ...mapping.verbs, ...verbs } } : mapping;
}

/** The message that a server has no tool mapping, with what the user can do. */
export function noToolMapping({ id, origin }: Pick<Server, 'id' | 'origin'>): string {
  const wayOut =
    'command' in origin
      ? "; if it has the tools of a known server, set dialect: '<id>' beside its command in the configuration, else describe its tools in mapping, or record it with --adapter script"
      : '';
  return `no tool mapping for ${id}${wayOut}`;
}

/** The tool mapping that `what` needs. Throws `UserError` if there is none. */
export function requiredToolMapping(server: Server, what: string): ToolMapping {
  const mapping = toolMappingOf(server);
  if (!mapping) throw new UserError(`${what}: ${noToolMapping(server)}`);
  return mapping;
}
