/** Options for a person who watches; a run with any of them is not appended to `results/`. */
export type Eyes = {
  /** In a window. */
  headed: boolean;
  /** Milliseconds before each call of the agent. */
  slowMs: number | null;
  /** Leaves the browser of the first episode that does not pass open, until Ctrl-C. */
  keepBrowser: boolean;
};
