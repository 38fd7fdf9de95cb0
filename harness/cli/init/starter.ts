/** The facts about a new project. */
export type Starter = {
  /** Title of the site. */
  title: string;
  /** The branch that results are published to. */
  branch: string;
  /** From the top of the checkout to the project: empty, or without a slash at its end. */
  below: string;
  /** The checkout has the workflow of another project, which has the one site that GitHub Pages serves. */
  isSecond: boolean;
  /** A server of the project; null: Playwright MCP. */
  server: { id: string; command: string } | null;
};
