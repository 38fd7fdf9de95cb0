/** What can be looked on at, by its name behind `contract-bench:`. */
export const debugNames = {
  server: 'messages with the MCP server, and what it writes to its standard error',
  browser: "messages on the harness's own connection to the browser",
  web: 'requests to the sealed web, with what they were answered',
  agent: 'what the agent decided, and requests to the API of its model',
} as const;

export type DebugName = keyof typeof debugNames;

type Debug = {
  names: ReadonlySet<DebugName>;
  /** Makes a line of what is told; what is secret is out of it. */
  redact(value: unknown): unknown;
  write(line: string): void;
};

const prefix = 'contract-bench:';
const longestLine = 2000;

let on: Debug | null = null;

/** Tells from now on what `DEBUG` asks for; null: nothing. */
export function tellDebug(debug: Debug | null): void {
  on = debug;
}

/** Tells a message, where somebody looks on; `what` is not made where nobody does. */
export function debug(name: DebugName, what: () => unknown): void {
  if (on === null || !on.names.has(name)) return;
  const told = on.redact(what());
  const text = typeof told === 'string' ? told : JSON.stringify(told);
  const cut = text.length > longestLine ? ` (${text.length - longestLine} more characters)` : '';
  on.write(`${prefix}${name} ${text.slice(0, longestLine)}${cut}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
}

/** A message that may be JSON, as `debug` tells it. */
export function debugMessage(direction: '>' | '<', text: string): unknown {
  try {
    return [direction, JSON.parse(text)];
  } catch {
    return `${direction} ${text}`;
  }
}

/** By the rules of `DEBUG` everywhere: names with commas or spaces between, `*` for anything, `-` before what is left out. */
export function namesIn(asked: string): Set<DebugName> {
  const words = asked.split(/[\s,]+/).filter(Boolean);
  const fits = (name: string, word: string) =>
    new RegExp(`^${word.split('*').map(escaped).join('.*')}$`).test(`${prefix}${name}`);
  const isDebugName = (name: string): name is DebugName => name in debugNames;
  return new Set(
    Object.keys(debugNames)
      .filter(isDebugName)
      .filter((name) => {
        const without = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1));
        return words.some((word) => fits(name, word)) && !without.some((word) => fits(name, word));
      }),
  );
}

/** What of it names nothing of ours, though it begins so. */
export function unknownIn(asked: string): string[] {
  const words = asked.split(/[\s,]+/).map((word) => word.replace(/^-/, ''));
  return words.filter((word) => word.startsWith(prefix) && namesIn(word).size === 0);
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
