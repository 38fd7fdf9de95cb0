/** Debug logs by their names after `contract-bench:`. */
export const debugNames = {
  server: 'messages with the MCP server, and what it writes to its standard error',
  browser: "messages on the harness's own connection to the browser",
  web: 'requests to the hermetic web, with their answers',
  agent: 'decisions of the agent, and requests to the API of its model',
} as const;

export type DebugName = keyof typeof debugNames;

type Debug = {
  names: ReadonlySet<DebugName>;
  /** Formats a message as one line, without secrets. */
  redact(value: unknown): unknown;
  write(line: string): void;
};

const prefix = 'contract-bench:';
const longestLine = 2000;

let on: Debug | null = null;

/** Logs the messages that `DEBUG` selects from now on; null: none. */
export function tellDebug(debug: Debug | null): void {
  on = debug;
}

/** Logs a message if its log is enabled; otherwise `what` is not called. */
export function debug(name: DebugName, what: () => unknown): void {
  if (on === null || !on.names.has(name)) return;
  const told = on.redact(what());
  const text = typeof told === 'string' ? told : JSON.stringify(told);
  const cut = text.length > longestLine ? ` (${text.length - longestLine} more characters)` : '';
  on.write(`${prefix}${name} ${text.slice(0, longestLine)}${cut}`.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
}

/** A message that may be JSON, in the form of `debug`. */
export function debugMessage(direction: '>' | '<', text: string): unknown {
  try {
    return [direction, JSON.parse(text)];
  } catch {
    return `${direction} ${text}`;
  }
}

/** The usual rules of `DEBUG`: names separated by commas or spaces, `*` for anything, `-` before excluded names. */
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

/** Names in it that begin with `contract-bench:` but do not exist. */
export function unknownIn(asked: string): string[] {
  const words = asked.split(/[\s,]+/).map((word) => word.replace(/^-/, ''));
  return words.filter((word) => word.startsWith(prefix) && namesIn(word).size === 0);
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
