import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chromium } from '../../../browser/chromium/find-chromium.ts';
import { withoutFragment } from '../../../browser/tab.ts';
import type { Hidden } from '../../../platform/confine/places.ts';
import { type AroundPart, type Guest, openGuest } from '../../../run/episode/open-stage.ts';
import type { Tool } from '../../../servers/answer.ts';
import { openCall } from '../../../servers/connect-server.ts';
import type { CallTemplate, Server } from '../../../servers/server.ts';
import { standInPage, standInUrl } from './stand-in-page.ts';
import { type StartedProcesses, startedProcesses } from './started-processes.ts';
import { startHint, whyNotMoved, whyNotStarted } from './why-not.ts';

/** What was found of a server before it plays anything. */
export type ServerCheck = {
  server: string;
  /** As an episode would record it; null where it did not start. */
  version: string | null;
  tools: readonly Tool[];
  /** From the start of its process to its list of tools; null where it did not start. */
  startedMs: number | null;
  /** The call that opens a URL. */
  open: CallTemplate | null;
  /** Whether the harness saw the page in its browser. */
  moved: boolean;
  /** Why nothing can be played with it; empty where all is well. */
  faults: readonly string[];
  notes: readonly string[];
};

export type CheckLimits = {
  /** From the start of its process to its list of tools. */
  startMs: number;
  /** From then to the page in the browser. */
  openMs: number;
};

const pollMs = 10;
const longestAnswer = 300;
const addressNames = /^(url|uri|href|address|link)$/i;

/** Starts a server on a fresh browser and has it open a page. Rejects where the browser itself does not start. */
export async function checkServer(
  server: Server,
  {
    chromium,
    hidden,
    limits,
    mark = `check-${randomUUID()}`,
  }: { chromium: Chromium; hidden: Hidden; limits: CheckLimits; mark?: string },
): Promise<ServerCheck> {
  const found: ServerCheck = {
    ...{ server: server.id, version: null, tools: [], startedMs: null, open: null },
    ...{ moved: false, faults: [], notes: [] },
  };
  const limit = new AbortController();
  let started: StartedProcesses | null = null;
  let startedMs = 0;
  let fault: unknown = null;
  const around: AroundPart = async (part, open) => {
    if (part === 'reset') return open();
    const from = performance.now();
    const timer = setTimeout(() => {
      // While it runs: what it has started says what it is.
      started = startedProcesses(mark);
      limit.abort();
    }, limits.startMs);
    const opened = await open()
      .catch((error: unknown) => {
        fault = error;
        throw error;
      })
      .finally(() => clearTimeout(timer));
    startedMs = Math.round(performance.now() - from);
    return opened;
  };
  const plan = { server, chromium, web: standInPage, mark, hidden, signal: limit.signal };
  const opening = openGuest(plan, around);
  const guest = await opening.catch((error: unknown) => {
    if (fault === null) throw error;
    return null;
  });
  if (!guest)
    return { ...found, faults: [whyNotStarted(fault, limits.startMs, started) + startHint(server)] };
  await using opened = guest;
  const { version, tools } = opened.server;
  const known = { ...found, version, tools, startedMs };
  const open = openOf(server, tools);
  if ('fault' in open) return { ...known, faults: [open.fault] };
  const until = performance.now() + limits.openMs;
  const answer = await callWithin(opened, open, limits.openMs);
  const moved = await isShown(opened, answer?.isError ? 0 : until);
  const processes = startedProcesses(mark);
  return {
    ...known,
    ...{ open, moved },
    faults: moved ? [] : [whyNotMoved({ server, open, answer, shown: shownBy(opened), processes })],
    notes: [
      ...(moved && answer?.isError
        ? [`${open.tool} opened the page and answered an error all the same: ${answer.text}`]
        : []),
      ...processes.escaped.map(
        (line) => `leaves a process that would outlive it, and is ended by the harness: ${line}`,
      ),
      ...(moved && processes.browsers.length > 0
        ? [`launched a browser of its own too (${processes.browsers.join('; ')}), of which nothing is judged`]
        : []),
    ],
  };
}

function openOf(server: Server, tools: readonly Tool[]): CallTemplate | { fault: string } {
  try {
    const { tool, args } = openCall(server, tools, standInUrl);
    return tools.some(({ name }) => name === tool)
      ? { tool, args }
      : {
          fault: `it has no tool ${tool}, which is to open a URL; it has ${tools.map(({ name }) => name).join(', ')}`,
        };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      fault: `${why}; say which one does beside the server's command in contract-bench.config.ts: ${openExample(tools)}`,
    };
  }
}

/** As the configuration has it, of the tool that takes what may be a URL, where there is one. */
function openExample(tools: readonly Tool[]): string {
  for (const { name, inputSchema } of tools) {
    const argument = Object.keys(inputSchema.properties ?? {}).find((each) => addressNames.test(each));
    if (argument) return `open: { tool: '${name}', args: { ${argument}: '{url}' } }`;
  }
  return "open: { tool: '<tool>', args: { <argument>: '{url}' } }";
}

/** Null where there was no answer in time. */
async function callWithin(
  { server }: Guest,
  { tool, args }: CallTemplate,
  limitMs: number,
): Promise<{ text: string; isError: boolean } | null> {
  const calling = server
    .call(tool, args)
    .then(({ text, isError }) => ({ text: text.trim().slice(0, longestAnswer), isError }))
    .catch((error: Error) => ({ text: error.message, isError: true }));
  return Promise.race([calling, delay(limitMs, null, { ref: false })]);
}

async function isShown({ browser: { watch } }: Guest, until: number): Promise<boolean> {
  for (;;) {
    if (watch.tabs().some(({ documentUrl }) => withoutFragment(documentUrl) === standInUrl)) return true;
    if (performance.now() > until || watch.cdp.closed) return false;
    await delay(pollMs);
  }
}

function shownBy({ browser: { watch } }: Guest): string {
  if (watch.cdp.closed) return 'is gone';
  const tab = watch.judgedTab();
  return tab?.errorPage ? 'shows an error page' : `shows ${tab?.url ?? 'no page'}`;
}
