/** Which releases of a server `servers measure --new` measures. The newest are those of the registry. */
export type Wanted = {
  /** The id of a server; `*` for every server, and for every variant of it. */
  server: string;
} & (
  | { versions: readonly string[] }
  /** So many newest releases. */
  | { last: number }
  /** The newest patch of so many newest minor versions. */
  | { minors: number }
);

export const wantedReleases: readonly Wanted[] = [
  { server: '*', last: 1 },
  { server: 'playwright', versions: ['0.0.37', '0.0.42', '0.0.53', '0.0.64', '0.0.70', '0.0.74'] },
  { server: 'playwright', last: 6 },
  { server: 'chrome-devtools', minors: 12 },
  { server: 'agent-browser-mcp', minors: 12 },
  { server: 'playwright-cli', last: 6 },
];
