import * as z from 'zod';
import { Target, verbs } from '../walkthroughs/walkthrough.ts';

const text = z.string().min(1);
const fields = z.record(text, z.string());

/** The kinds of calls that a trap makes. */
export const trapActions = [
  ...['click', 'type', 'choose', 'check', 'upload', 'drag'],
  ...['navigate', 'wait', 'screenshot', 'tab', 'dialog'],
] as const;

/** One call in a person's terms: a verb of reference solutions and its value, or one of the three below. */
const TrapCall = z.union([
  z.strictObject({ click: Target }),
  z.strictObject({ fill: verbs.fill }),
  z.strictObject({ select: verbs.select }),
  z.strictObject({ check: verbs.check }),
  z.strictObject({ upload: verbs.upload }),
  z.strictObject({ drag: verbs.drag }),
  /** A path below the page's own address, or a URL. */
  z.strictObject({ open: text }),
  z.strictObject({ wait: verbs.wait }),
  z.strictObject({ dialog: z.literal('accept') }),
  /** Saves a screenshot at this path; `{folder}` is the working folder of the server. */
  z.strictObject({ screenshot: text }),
  /** Selects a tab by an id that no tab has. */
  z.strictObject({ tab: z.literal('missing') }),
]);

/** A state that is reached if every given field holds. */
const AskedState = z.strictObject({
  /** The whole list of actions that the host was asked to do. */
  done: z.array(text).optional(),
  /** The values of these fields, by label. */
  fields: fields.optional(),
  /** A text that the page shows. */
  text: text.optional(),
  /** Whether the requested file exists. */
  file: z.literal(true).optional(),
});

/** A document beside the page of a trap, by its path. */
const Beside = z.strictObject({
  status: z.int().min(200).max(599).default(200),
  headers: z.record(text, z.string()).default({}),
  body: z.string(),
});

/** A page, one call, and the effect that was asked. Only data, so that its digest identifies it. */
export const TrapData = z.strictObject({
  id: z.string().regex(/^[a-z][a-z0-9-]*$/),
  title: text,
  action: z.enum(trapActions),
  /** Why the call cannot have the obvious effect. */
  trap: text,
  /** What a person gets who tries the same. */
  person: text,
  /** The effect that the call asks for. */
  asks: text,
  page: text,
  pages: z.record(text, Beside).default({}),
  /** Files in the working folder of the server, by name. */
  files: fields.default({}),
  /** Calls before the call of the trap, after the page was opened. */
  before: z.array(z.strictObject({ fill: verbs.fill })).default([]),
  /** The page changes by its own function `turn`, after it was read and before the call. */
  turns: z.boolean().default(false),
  /** The page is read once more after it has changed; the call uses the first reading. */
  readsAgain: z.boolean().default(false),
  /** The call needs a reference that the server gave. A selector that a client makes cannot be old. */
  needsReference: z.boolean().default(false),
  call: TrapCall,
  asked: AskedState,
  /** Fields that a person cannot change in the way that the call asks, with their values. */
  keeps: fields.default({}),
  /** Regular expressions: an answer that matches one shows the true state. */
  shown: z.array(text).default([]),
  /** It may disturb the session of the server, so the next trap gets a fresh browser. */
  alone: z.boolean().default(false),
});
export type TrapData = z.infer<typeof TrapData>;
export type TrapInput = z.input<typeof TrapData>;
