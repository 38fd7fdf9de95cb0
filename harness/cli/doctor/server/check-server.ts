import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chromium } from '../../../browser/chromium/find-chromium.ts';
import { withoutFragment } from '../../../browser/tab.ts';
import type { Hidden } from '../../../platform/confine/places.ts';
import { clip } from '../../../platform/words/format.ts';
import { type AroundPart, type Guest, openGuest } from '../../../run/episode/open-stage.ts';
import type { Tool } from '../../../servers/answer.ts';
import { openCall } from '../../../servers/connect-server.ts';
import { SilentServer } from '../../../servers/pipe-transport.ts';
import type { CallTemplate, Server } from '../../../servers/server.ts';
import type { WebSource } from '../../../web/hermetic-web.ts';
import { type StartedProcesses, startedProcesses } from './started-processes.ts';
/** Findings about a server before it plays. */
export type ServerCheck = {
  server: string;
  /** As an episode would record it; null if it did not start. */
  version: string | null;
  tools: readonly Tool[];
  /** From the start of its process to its list of tools; null if it did not start. */
  startedMs: number | null;
  /** The call that opens a URL. */
  open: CallTemplate | null;
  /** Whether the harness saw the page in its browser. */
  moved: boolean;
  /** Why it cannot be played with; empty if it can. */
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
const mostNotes = 20;
const addressNames = /^(url|uri|href|address|link)$/i;

/** Starts a server on a fresh browser and lets it open a page. Rejects if the browser itself does not start. */
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
      // While it runs, because its child processes show what it is.
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
  const plan = { server, chromium, web: fixturePage, mark, hidden, signal: limit.signal };
  const opening = openGuest(plan, around);
  const guest = await opening.catch((error: unknown) => {
    if (fault === null) throw error;
    return null;
  });
  if (!guest)
    return { ...found, faults: [whyNotStarted(fault, limits.startMs, started) + startHint(server)] };
  await using opened = guest;
  const { version, tools } = opened.server;
  const odd = opened.server.notes();
  const more = odd.length > mostNotes ? [`and ${odd.length - mostNotes} more notes on its tool list`] : [];
  const notes = [...odd.slice(0, mostNotes).map((note) => clip(note, longestAnswer)), ...more];
  const known = { ...found, version, tools, startedMs, notes };
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
      ...notes,
      ...(moved && answer?.isError
        ? [`${open.tool} opened the page, but returned an error: ${answer.text}`]
        : []),
      ...processes.escaped.map(
        (line) => `the server leaves a process running. The harness ends this process: ${line}`,
      ),
      ...(moved && processes.browsers.length > 0
        ? [
            `the server also launched its own browser (${processes.browsers.join('; ')}), which the harness does not judge`,
          ]
        : []),
    ],
  };
}

function openOf(server: Server, tools: readonly Tool[]): CallTemplate | { fault: string } {
  try {
    const { tool, args } = openCall(server, tools, fakeApiUrl);
    return tools.some(({ name }) => name === tool)
      ? { tool, args }
      : {
          fault: `the server has no tool ${tool}, which should open a URL. Its tools are ${tools.map(({ name }) => name).join(', ')}`,
        };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return {
      fault: `${why}; name the tool in contract-bench.config.ts, next to the command of the server: ${openExample(tools)}`,
    };
  }
}

/** An example for the configuration, with a tool that may take a URL, if there is one. */
function openExample(tools: readonly Tool[]): string {
  for (const { name, inputSchema } of tools) {
    const argument = Object.keys(inputSchema.properties ?? {}).find((each) => addressNames.test(each));
    if (argument) return `open: { tool: '${name}', args: { ${argument}: '{url}' } }`;
  }
  return "open: { tool: '<tool>', args: { <argument>: '{url}' } }";
}

/** Null if there was no answer in time. */
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
    if (watch.tabs().some(({ documentUrl }) => withoutFragment(documentUrl) === fakeApiUrl)) return true;
    if (performance.now() > until || watch.cdp.closed) return false;
    await delay(pollMs);
  }
}

function shownBy({ browser: { watch } }: Guest): string {
  if (watch.cdp.closed) return 'is gone';
  const tab = watch.judgedTab();
  return tab?.errorPage ? 'shows an error page' : `shows ${tab?.url ?? 'no page'}`;
}

const longestDescription = 80;

/** A check in lines: the findings, the tools with their arguments, and last the faults. */
export function checkLines({ tools, faults, notes, ...check }: ServerCheck): string[] {
  const { server, version, startedMs, open, moved } = check;
  return [
    `server   ${server}${version === null ? '' : ` ${version}`}`,
    ...(startedMs === null ? [] : [`started  in ${(startedMs / 1000).toFixed(2)} s, ${tools.length} tools`]),
    ...(open ? [`opens    a URL by ${open.tool} ${JSON.stringify(open.args)}`] : []),
    ...(moved ? ['shown    the page, in the browser of the harness'] : []),
    ...(tools.length === 0 ? [] : ['tools', ...tools.map((tool) => `  ${toolLine(tool)}`)]),
    ...notes.map((note) => `note: ${note}`),
    ...faults.map((fault) => `WRONG  ${fault}`),
    faults.length === 0 ? 'the server can play tasks' : 'the server cannot play tasks',
  ].map((line) => line.replace(/\p{C}+/gu, ' '));
}

function toolLine({ name, description = '', inputSchema }: Tool): string {
  const [first = ''] = description.trim().split('\n');
  return `${name}(${argumentsOf(inputSchema).join(', ')})  ${clip(first, longestDescription)}`.trimEnd();
}

/** `url: string`, and `timeout?: number` if it is optional. */
function argumentsOf({ properties, required }: Tool['inputSchema']): string[] {
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties ?? {}).map(
    ([name, schema]) => `${name}${needed.has(name) ? '' : '?'}: ${typeOf(schema)}`,
  );
}

function typeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'any';
  const { type, enum: allowed, items, anyOf } = schema as Partial<Record<string, unknown>>;
  if (Array.isArray(allowed)) return allowed.map((each) => JSON.stringify(each)).join(' | ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.map(typeOf))].join(' | ');
  if (type === 'array') return typeOf(items).includes(' ') ? `(${typeOf(items)})[]` : `${typeOf(items)}[]`;
  if (Array.isArray(type)) return type.join(' | ');
  return typeof type === 'string' ? type : 'any';
}

const host = 'start.check.test';

const fakeApiUrl = `https://${host}/`;

/** A web of one page, which answers every request. */
const fixturePage: WebSource = {
  kind: 'hermetic',
  fixtureSites: {
    sha256: '',
    lookedIn: [],
    hosts: new Set([host]),
    open: () => ({
      hosts: new Map([
        [
          host,
          () =>
            new Response('<title>A page</title><h1>A page</h1>', {
              headers: { 'content-type': 'text/html' },
            }),
        ],
      ]),
    }),
  },
};

const webServer = /https?:\/\/\S+|\bSSE\b|streamable|listening on|port \d+/i;

const noBrowser =
  /(find|found|launch|install).{0,40}(chrome|chromium|browser|firefox)|executable doesn't exist/i;

/** Why the server returned no list of tools, in one line. */
function whyNotStarted(error: unknown, limitMs: number, started: StartedProcesses | null): string {
  const what = error instanceof Error ? error.message : String(error);
  if (!(error instanceof SilentServer)) return `the server does not start: ${what}`;
  const within = `no answer in ${(limitMs / 1000).toFixed(1)} s`;
  const ports = started?.ports ?? [];
  const printedUrl = webServer.exec(error.printed)?.[0];
  if (ports.length > 0 || printedUrl)
    return (
      `the server uses HTTP, not MCP over stdio: ${within}, and the server ` +
      `${ports.length > 0 ? `listens on port ${ports.join(', ')}` : `printed "${printedUrl}"`}. ` +
      'The harness supports only MCP over stdio, so use the option of the server for stdio'
    );
  const browsers = started?.browsers ?? [];
  if (browsers.length > 0)
    return `${within}, and the server launched its own browser (${browsers.join('; ')}). The server must attach to {endpoint}`;
  return `the server does not use MCP over stdio, or needs more than ${(limitMs / 1000).toFixed(1)} s to start: ${what}`;
}

/** A hint for a command line that does not start; empty for other servers. */
function startHint({ origin }: Pick<Server, 'origin'>): string {
  const isFetched = 'command' in origin && /(^|\s)(npx|bunx|uvx|pnpm dlx|npm exec)\s/.test(origin.command);
  return isFetched
    ? '; the home folder of the server is empty, so npx and similar programs find no cache. Install the server, and name its file in the command line'
    : '';
}

/** A hint for a command line that does not reach the browser. */
function attachHint({ origin }: Pick<Server, 'origin'>): string {
  const takesBare = 'command' in origin && /\{endpoint\}(?!\/)/.test(origin.command);
  return takesBare ? '; some servers need a longer address, such as {endpoint}/json/version' : '';
}

/** Why the page is not in the harness's browser, in one line. */
function whyNotMoved({
  server,
  open: { tool },
  answer,
  shown,
  processes: { browsers },
}: {
  server: Pick<Server, 'origin'>;
  open: CallTemplate;
  answer: { text: string; isError: boolean } | null;
  shown: string;
  processes: StartedProcesses;
}): string {
  const said = answer === null ? 'gave no answer' : `answered: ${answer.text || '(nothing)'}`;
  if (browsers.length > 0)
    return `the server launched its own browser (${browsers.join('; ')}). It must attach to {endpoint} or launch {chromium}; ${tool} ${said}`;
  if (answer?.isError && noBrowser.test(answer.text))
    return `the server tries to launch its own browser. It must attach to {endpoint} or launch {chromium}; ${tool} ${said}`;
  return `the page was not opened: the browser ${shown}; ${tool} ${said}${attachHint(server)}`;
}
