import * as z from 'zod';

/** 16 lowercase hex digits, see `perceptualHash`. */
const Hash = z.string().regex(/^[0-9a-f]{16}$/);

/**
 * The text of the first element that matches a selector. `pieces` is the whole text in one piece as read
 * from the page; `compactFacts` may keep only the parts that decide, with `length` still that of the whole.
 * The first piece is always the beginning of the text.
 */
export const TextFact = z.union([
  z.strictObject({ found: z.literal(true), length: z.int().nonnegative(), pieces: z.array(z.string()) }),
  z.strictObject({ found: z.literal(false) }),
  z.strictObject({ error: z.string() }),
]);
export type TextFact = z.infer<typeof TextFact>;

export const CountFact = z.union([
  z.strictObject({ count: z.int().nonnegative() }),
  z.strictObject({ error: z.string() }),
]);
export type CountFact = z.infer<typeof CountFact>;

/** `atMs` counts from the start of the episode, as the marks do. `status` is null while unanswered or failed. */
export const RequestFact = z.strictObject({
  url: z.string(),
  /** Characters of the whole URL, only where `url` is its beginning. Too long to be matched, so cut is as good. */
  urlLength: z.int().optional(),
  status: z.int().nullable(),
  atMs: z.number(),
});
export type RequestFact = z.infer<typeof RequestFact>;

export const DialogFact = z.strictObject({ type: z.string(), message: z.string() });
export type DialogFact = z.infer<typeof DialogFact>;

export const ScreenshotFact = z.union([
  z.strictObject({ hash: Hash }),
  z.strictObject({ error: z.string() }),
]);
export type ScreenshotFact = z.infer<typeof ScreenshotFact>;

export const Mark = z.enum(
  ['contract_enter', 'last_tool_call'],
  'must be one of contract_enter, last_tool_call',
);
export type Mark = z.infer<typeof Mark>;

/**
 * What the harness saw of the browser for one contract. Holds what the contract's `needs` asked for and
 * nothing else, so a missing entry is a fault of the collector, judged inconclusive and never failed.
 */
export const Facts = z.strictObject({
  /** URL of the final page; of an error page the one that could not be reached. Null when there is no page. */
  url: z.string().nullable(),
  /** Characters of the whole URL, only where `url` is its beginning (see `RequestFact`). */
  urlLength: z.int().optional(),
  /** Why nothing could be read (a crashed page, an evaluation that never came back); null when it could. */
  unreadable: z.string().nullable(),
  texts: z.record(z.string(), TextFact),
  counts: z.record(z.string(), CountFact),
  /** Requests of the whole episode in order, left out where no clause asks for them. */
  requests: z.array(RequestFact).optional(),
  /** Number of requests since each mark, kept when `compactFacts` drops requests that match no clause. */
  scanned: z.strictObject({ contract_enter: z.int(), last_tool_call: z.int() }).optional(),
  /** Milliseconds since the start of the episode. `last_tool_call` is null before the first call. */
  marks: z.strictObject({ contract_enter: z.number(), last_tool_call: z.number().nullable() }),
  dialog: DialogFact.nullable(),
  screenshot: ScreenshotFact.optional(),
  /** class id -> exemplar file name -> hash; only the classes that the contract names. */
  screenshotClasses: z.record(z.string(), z.record(z.string(), Hash)).optional(),
});
export type Facts = z.infer<typeof Facts>;

/** Facts of a look that collected nothing: what the examples of the operators are laid over. */
export const nothingCollected: Facts = {
  url: null,
  unreadable: null,
  texts: {},
  counts: {},
  marks: { contract_enter: 0, last_tool_call: null },
  dialog: null,
};

/** One thing the harness must collect before a clause can be judged. */
export type Need =
  | { url: true }
  | { text: string }
  | { count: string }
  | { requests: true }
  | { dialog: true }
  | { screenshotClass: string };
