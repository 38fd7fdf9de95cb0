import * as z from 'zod';
import { clip } from '../platform/words/format.ts';
import { cutUrl } from './compact/allowances.ts';

export const DialogFact = z.strictObject({ type: z.string(), message: z.string() });
export type DialogFact = z.infer<typeof DialogFact>;

/** The element that a call acted on. Texts are cut where they are read. */
export const ActedOn = z.strictObject({
  /** The ARIA role, explicit or implied by the tag; `generic` if there is none. */
  role: z.string(),
  /** The accessible name; empty if there is none. */
  name: z.string(),
  /** The URL of the element's frame; null for the page itself. */
  frame: z.string().nullable(),
  /** In CSS pixels of the viewport, at the time of the call; null if the frame was gone before the element was found. */
  box: z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }).nullable(),
  /**
   * The page's scroll offset at that time, in CSS pixels. Null if the offset does not move the element: in a frame, in a
   * scrolled part of the page, and with a fixed position. Absent in older records.
   */
  scroll: z.strictObject({ x: z.int(), y: z.int() }).nullable().optional(),
});
export type ActedOn = z.infer<typeof ActedOn>;

/** The part of a page that a picture shows: its origin and size, in CSS pixels. */
export const PictureView = z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
export type PictureView = z.infer<typeof PictureView>;

export const Mark = z.enum(
  ['contract_enter', 'last_tool_call'],
  'must be one of contract_enter, last_tool_call',
);
export type Mark = z.infer<typeof Mark>;

/** Known of every page, whatever the clauses need. */
export const PageState = z.strictObject({
  /** URL of the final page; for an error page, the unreachable URL. Null without a page. */
  url: z.string().nullable(),
  /** Characters of the whole URL, only if `url` is its beginning (see `RequestFact`). */
  urlLength: z.int().optional(),
  /** Why nothing could be read (a crashed page, an evaluation that never returned); null if the page was readable. */
  unreadable: z.string().nullable(),
  /** Milliseconds since the start of the episode. `last_tool_call` is null before the first call. */
  marks: z.strictObject({ contract_enter: z.number(), last_tool_call: z.number().nullable() }),
  dialog: DialogFact.nullable(),
});
export type PageState = z.infer<typeof PageState>;

export const noPage: PageState = {
  url: null,
  unreadable: null,
  marks: { contract_enter: 0, last_tool_call: null },
  dialog: null,
};

/** What an operator reads: a value, or the reason why it is missing. */
export type Reading<T> = { value: T } | { reason: string };

/** Reads what the page itself reports; an unreadable page gives a reason instead. */
export function readPageState<T>({ unreadable }: PageState, read: () => Reading<T>): Reading<T> {
  return unreadable === null ? read() : { reason: `the page could not be read: ${unreadable}` };
}

export function readUrl(page: PageState): Reading<{ url: string; length: number }> {
  const { url, urlLength } = page;
  return readPageState(page, () =>
    url === null ? { reason: 'no page is open' } : { value: { url, length: urlLength ?? url.length } },
  );
}

/** The browser reports an open dialog, not the page. */
export function readDialog(page: PageState): Reading<DialogFact | null> {
  return page.dialog === null ? readPageState(page, () => ({ value: null })) : { value: page.dialog };
}

export function notCollected(what: string): { reason: string } {
  return { reason: `the ${what} was not collected` };
}

/** The smallest form that can be saved; see `compactFacts`. */
export function compactPageState({ url, urlLength, unreadable, marks, dialog }: PageState): PageState {
  return {
    ...(url === null ? { url: null } : cutUrl(url, urlLength)),
    unreadable: unreadable === null ? null : clip(unreadable, 240),
    marks,
    dialog: dialog && { type: clip(dialog.type, 40), message: clip(dialog.message, 240) },
  };
}
