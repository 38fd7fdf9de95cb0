/** A call as data; `{url}` in a string argument stands for the URL to open. */
export type CallTemplate = { tool: string; args: Record<string, unknown> };

/** An MCP browser server under test: how it is started as a guest on a running browser, as data. */
export type Server = {
  id: string;
  title: string;
  /** Where its code comes from: an npm package that is a dependency of this project, or a command line. */
  origin: { package: string; version: string; entry: string } | { command: string };
  /** `{endpoint}`, `{port}` and `{folder}` (the episode's own, its working directory) are filled in. */
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  /** The call that opens the start URL; null: the first tool that is named so and takes a `url` (see `openCall`). */
  open: CallTemplate | null;
  /** Tools that reach the network by themselves, past the browser: refused in hermetic runs. */
  fetchesByItself: readonly string[];
};
