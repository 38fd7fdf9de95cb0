/** Colours and font of the page, as the browser resolved them. */
export type Theme = {
  ink: string;
  quiet: string;
  grid: string;
  raised: string;
  lines: readonly string[];
  font: string;
};
