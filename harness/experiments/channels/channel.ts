import type { ChannelGroup } from '../../results/records/parts/exposure.ts';

/** The place of a canary. The parts of all channels make one page; a dialog has a page of its own. */
export type Place = {
  head?: string;
  body?: string;
  script?: string;
  /** The document of a cross-origin frame. */
  frame?: string;
  /** A header of the page's response. */
  header?: string;
  /** A script expression. */
  dialog?: string;
};

/** A channel by which text of a page can reach a reader behind a server. */
export type Channel = {
  id: string;
  title: string;
  /** Whether a person who views the page sees the text; of a hidden one, what it is. */
  group: ChannelGroup;
  place(canary: string): Place;
};
