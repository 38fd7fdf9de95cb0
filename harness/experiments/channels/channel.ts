/** Where a canary stands. All parts of all channels make one page, but for that of a dialog, which has a page of its own. */
export type Place = {
  head?: string;
  body?: string;
  script?: string;
  /** The document of a frame of another origin. */
  frame?: string;
  /** A header of the page's answer. */
  header?: string;
  /** An expression of a script. */
  dialog?: string;
};

/** A way by which a text of a page can reach who reads the page through a server. */
export type Channel = {
  id: string;
  title: string;
  /** Whether somebody who looks at the page sees the text. */
  isVisible: boolean;
  place(canary: string): Place;
};
