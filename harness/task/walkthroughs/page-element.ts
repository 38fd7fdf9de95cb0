/** An element of a page as the answer of a server's reading tool tells it. */
export type PageElement = {
  /** As ARIA has it, in lower case; `text` for what is none. */
  role: string;
  /** With single spaces. */
  name: string;
  /** What a field holds, or the text that an element without a name has; empty where nothing is told. */
  value: string;
  /** How deep it stands; what follows it deeper stands in it. */
  depth: number;
  /** What the server calls it, a selector or its number; null where it is not to be acted on. */
  ref: string | number | null;
  /**
   * Parts of a regular expression that finds it in the answer: before its ref, the ref, after it. Null where the answer
   * does not say the ref, and it is what it is on every page that is the same.
   */
  find: { before: string; ref: string; after: string } | null;
};

/** A tab as a server lists it. `page` names it in later calls. */
export type PageTab = { page: number | string | null; find: string | null; url: string };

export function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** What makes a text match itself in a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
