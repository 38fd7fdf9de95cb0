/**
 * The npm package of each listed server by its id: who reads a row needs it, and loads no server. Of one that the user
 * installs (`installed`), rows of before had no place for it and say null.
 */
export const listedPackages: Readonly<Record<string, { package: string; installed: boolean }>> = {
  playwright: { package: '@playwright/mcp', installed: false },
  'chrome-devtools': { package: 'chrome-devtools-mcp', installed: false },
  openchrome: { package: 'openchrome-mcp', installed: true },
  puppeteer: { package: '@modelcontextprotocol/server-puppeteer', installed: true },
  executeautomation: { package: '@executeautomation/playwright-mcp-server', installed: true },
  'agent-infra': { package: '@agent-infra/mcp-server-browser', installed: true },
  'agent-browser': { package: 'agent-browser', installed: true },
  'playwright-cli': { package: '@playwright/cli', installed: true },
};
