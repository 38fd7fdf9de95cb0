/** An element of a page, from the answer of a server's reading tool. */
export type PageElement = {
  /** The ARIA role in lower case; `text` for plain text. */
  role: string;
  /** With single spaces. */
  name: string;
  /** The value of a field, or the text of an element without a name; empty if the answer has neither. */
  value: string;
  /** The nesting depth; following elements with a larger depth are inside it. */
  depth: number;
  /** The server's reference, a selector or a number; null if it cannot be acted on. */
  ref: string | number | null;
  /**
   * Parts of a regular expression that finds it in the answer: before its ref, the ref, after it. Null if the answer
   * lacks the ref, which is then the same on every equal page.
   */
  find: { before: string; ref: string; after: string } | null;
};

/** A tab in a server's list. `page` identifies it in later calls. */
export type PageTab = { page: number | string | null; find: string | null; url: string };

export function withSingleSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Escapes a text for a regular expression. */
export function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
