import { agentBrowser } from './agent-browser.ts';
import { agentInfra } from './agent-infra.ts';
import { chromeDevtools } from './chrome-devtools.ts';
import type { Dialect } from './dialect.ts';
import { executeautomation } from './executeautomation.ts';
import { openchrome } from './openchrome.ts';
import { playwright } from './playwright.ts';
import { playwrightCli } from './playwright-cli.ts';
import { puppeteer } from './puppeteer.ts';

export const dialects: readonly Dialect[] = [
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
export function dialectOf(serverId: string): Dialect | null {
  const [own] = serverId.split('+');
  return dialects.find(({ id }) => id === own) ?? null;
}
