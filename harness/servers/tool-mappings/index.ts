import { UserError } from '../../platform/errors/user-error.ts';
import type { Server } from '../server.ts';
import { agentBrowser } from './agent-browser.ts';
import { agentInfra } from './agent-infra.ts';
import { chromeDevtools } from './chrome-devtools.ts';
import { executeautomation } from './executeautomation.ts';
import { openchrome } from './openchrome.ts';
import { playwright } from './playwright.ts';
import { playwrightCli } from './playwright-cli.ts';
import { puppeteer } from './puppeteer.ts';
import type { ToolMapping } from './tool-mapping.ts';

export const toolMappings: readonly ToolMapping[] = [
  playwright,
  chromeDevtools,
  openchrome,
  puppeteer,
  executeautomation,
  agentInfra,
  agentBrowser,
  playwrightCli,
];

/** A variant has that of its server. Null for a server whose tools nobody has put into words here. */
export function toolMappingOf({ id, dialect }: Pick<Server, 'id' | 'dialect'>): ToolMapping | null {
  const [own] = (dialect ?? id).split('+');
  return toolMappings.find((each) => each.id === own) ?? null;
}

/** Why what plays walkthroughs cannot play on it, and what its user can do. */
export function noToolMapping({ id, origin }: Pick<Server, 'id' | 'origin'>): string {
  const wayOut =
    'command' in origin
      ? "; where it has the tools of a known server, dialect: '<id>' beside its command in the configuration says so, else record it by --adapter script"
      : '';
  return `there is no tool mapping of ${id}${wayOut}`;
}

/** That which `what` needs of a server. Throws `UserError`. */
export function requiredToolMapping(server: Server, what: string): ToolMapping {
  const mapping = toolMappingOf(server);
  if (!mapping) throw new UserError(`${what}: ${noToolMapping(server)}`);
  return mapping;
}
