import * as z from 'zod';
import { clip } from '../platform/words/format.ts';
import { cutUrl } from './compact/allowances.ts';

export const DialogFact = z.strictObject({ type: z.string(), message: z.string() });
export type DialogFact = z.infer<typeof DialogFact>;

/** The element that a call acted on. Texts are cut where they are read. */
export const ActedOn = z.strictObject({
  /** The ARIA role, as it is given or as the tag has it; `generic` where there is none. */
  role: z.string(),
  /** What the element is called; empty where it has no name. */
  name: z.string(),
  /** The URL of the frame that the element is in; null for a page itself. */
  frame: z.string().nullable(),
  /** In CSS pixels of the viewport, as the element was acted on; null where its frame was gone before it was found. */
  box: z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() }).nullable(),
  /**
   * How far the page was scrolled then, in CSS pixels. Null where that does not say how the element moves: in a frame, in a
   * part that is scrolled itself, and where it keeps its place. Records of an earlier day lack it.
   */
  scroll: z.strictObject({ x: z.int(), y: z.int() }).nullable().optional(),
});
export type ActedOn = z.infer<typeof ActedOn>;

/** The part of a page that a picture shows: where it begins and how large it is, in CSS pixels. */
export const PictureView = z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
export type PictureView = z.infer<typeof PictureView>;

export const Mark = z.enum(
  ['contract_enter', 'last_tool_call'],
  'must be one of contract_enter, last_tool_call',
);
export type Mark = z.infer<typeof Mark>;

/** What is known of every page, whatever the clauses ask for. */
export const PageState = z.strictObject({
  /** URL of the final page; of an error page the one that could not be reached. Null when there is no page. */
  url: z.string().nullable(),
  /** Characters of the whole URL, only where `url` is its beginning (see `RequestFact`). */
  urlLength: z.int().optional(),
  /** Why nothing could be read (a crashed page, an evaluation that never came back); null when it could. */
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

/** What an operator reads: a value, or why there is none. */
export type Reading<T> = { value: T } | { reason: string };

/** Nothing that the page itself says is known of one that could not be read. */
export function readPageState<T>({ unreadable }: PageState, read: () => Reading<T>): Reading<T> {
  return unreadable === null ? read() : { reason: `the page could not be read: ${unreadable}` };
}

export function readUrl(page: PageState): Reading<{ url: string; length: number }> {
  const { url, urlLength } = page;
  return readPageState(page, () =>
    url === null ? { reason: 'there is no page' } : { value: { url, length: urlLength ?? url.length } },
  );
}

/** An open dialog is told by the browser, not by the page. */
export function readDialog(page: PageState): Reading<DialogFact | null> {
  return page.dialog === null ? readPageState(page, () => ({ value: null })) : { value: page.dialog };
}

export function notCollected(what: string): { reason: string } {
  return { reason: `the ${what} was not collected` };
}

/** As small as it can be saved; see `compactFacts`. */
export function compactPageState({ url, urlLength, unreadable, marks, dialog }: PageState): PageState {
  return {
    ...(url === null ? { url: null } : cutUrl(url, urlLength)),
    unreadable: unreadable === null ? null : clip(unreadable, 240),
    marks,
    dialog: dialog && { type: clip(dialog.type, 40), message: clip(dialog.message, 240) },
  };
}
