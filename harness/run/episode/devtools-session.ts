import type { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import type { BrowserWatch } from '../../browser/watch-browser.ts';
import { digest } from '../../platform/digest.ts';
import { type Answer, type Tool, toAnswer } from '../../servers/answer.ts';
import type { ServerSession } from '../../servers/connect-server.ts';

/** How the steps of an agent are called that drives the browser itself. */
const names = [
  ...['navigate', 'reload', 'history', 'click', 'tap', 'type', 'press', 'scroll', 'drop', 'upload'],
  ...['dialog', 'evaluate', 'edit', 'screenshot'],
];
const tools: readonly Tool[] = names.map((name) => ({ name, inputSchema: { type: 'object' } }));

/** Stands where a server's session would: the harness opens the start page itself, and lets the agent's actions through. */
export function devtoolsSession(
  { cdp, tabs }: BrowserWatch,
  actions: GuestActions,
  version: string,
): Omit<ServerSession, 'confined'> {
  const open = async (url: string): Promise<Answer> => {
    const { errorText } = await cdp.send('Page.navigate', { url }, tabs()[0]?.sessionId);
    return said(errorText ?? `The browser is at ${url}`, errorText !== undefined);
  };
  return {
    version,
    tools,
    toolsSha256: digest(tools),
    instructions: null,
    changedTools: async () => null,
    listing: () => [],
    call: async (tool, args) => {
      const answer = await actions.run(args);
      if (answer !== null) return said(answer, answer.startsWith('error: '));
      if (tool === 'navigate' && typeof args.url === 'string') return open(args.url);
      return said(`There is no tool ${tool}: this agent drives the browser over DevTools.`, true);
    },
    end: async () => {},
  };
}

const said = (text: string, isError: boolean) => toAnswer([{ type: 'text', text }], isError);
