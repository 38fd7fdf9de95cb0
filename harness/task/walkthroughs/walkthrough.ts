import * as z from 'zod';

const Words = z.union([z.string().min(1), z.strictObject({ contains: z.string().min(1) })]);

/** An element as a person would name it; `find-element.ts` says what fits. */
export type Target = {
  /** As ARIA has it: `link`, `button`, `cell`. */
  role?: string | undefined;
  name?: z.infer<typeof Words> | undefined;
  /** The label of a field, whatever its role. */
  label?: z.infer<typeof Words> | undefined;
  /** Where more than one fits: which, from 1. */
  nth?: number | undefined;
  /** An element that it stands in. */
  within?: Target | undefined;
  /** A text that it follows: then the first that fits is meant. */
  after?: string | undefined;
};

const targetFields = {
  role: z
    .string()
    .regex(/^[a-z]+$/, 'must be a role of ARIA in lower case, link say')
    .optional(),
  name: Words.optional(),
  label: Words.optional(),
  nth: z.int().positive().optional(),
  within: z.lazy((): z.ZodType<Target> => Target).optional(),
  after: z.string().min(1).optional(),
};

/** A target with fields of a verb's own beside it. */
function targetWith<Fields extends z.core.$ZodLooseShape>(own: Fields) {
  return z
    .strictObject({ ...targetFields, ...own })
    .refine((value) => 'role' in value || 'label' in value, 'must say the role of an element, or its label');
}

export const Target = targetWith({});

/** `button "Add to cart" in article "Ridge 2"`. */
export function describeTarget({ role, name, label, nth, within, after }: Target): string {
  const words = (text: z.infer<typeof Words>) =>
    typeof text === 'string' ? JSON.stringify(text) : `with ${JSON.stringify(text.contains)}`;
  return [
    role ?? 'field',
    ...[name, label].flatMap((each) => (each === undefined ? [] : [words(each)])),
    ...(nth === undefined ? [] : [`number ${nth}`]),
    ...(after === undefined ? [] : [`after ${JSON.stringify(after)}`]),
    ...(within === undefined ? [] : [`in ${describeTarget(within)}`]),
  ].join(' ');
}

const text = z.string().min(1);

/** What is read off the page: of an element, or the first group of a pattern in the text of the page. */
const Reading = z.union([Target, z.strictObject({ pattern: text, exact: z.literal(true).optional() })]);
export type Reading = z.infer<typeof Reading>;

/** The schema of each verb's value: `fill: { label: Search, text: tent }`. */
export const verbs = {
  open: z.url(),
  click: Target,
  doubleClick: Target,
  rightClick: Target,
  hover: Target,
  /** Puts a text in place of what a field holds. */
  fill: targetWith({ text: z.string() }),
  /** Types it key by key. */
  type: targetWith({ text }),
  /** A key, with those that are held before it: `Control+A`. */
  press: text,
  select: targetWith({ option: text }),
  check: targetWith({ on: z.boolean().default(true) }),
  upload: targetWith({ file: text }),
  /** Clicks on what is downloaded. */
  download: Target,
  drag: z.strictObject({ from: Target, to: Target }),
  /** Clicks while a key is held. */
  hold: targetWith({ key: z.enum(['Alt', 'Control', 'Meta', 'Shift']) }),
  /** Keeps the button of the mouse down on it for so long. */
  pressHold: targetWith({ ms: z.int().positive().max(10_000) }),
  /** Clicks at a point of the window, in CSS pixels from its upper left corner. */
  clickAt: z.strictObject({ x: z.number().nonnegative(), y: z.number().nonnegative() }),
  /** Presses a key again and again until the page has the element. */
  seek: targetWith({ key: text }),
  /** Until the element is in view. */
  scroll: Target,
  /** Shows the page as it is printed. */
  print: z.literal(true),
  /** Runs a JavaScript function expression in the page; keeps what it returns between `[[` and `]]`. */
  script: z.strictObject({ code: text, keep: text.optional() }),
  /** What is said to a dialog that is open. */
  dialog: z.union([z.enum(['accept', 'dismiss']), z.strictObject({ accept: z.string() })]),
  /** Goes to the tab whose address holds this. */
  tab: text,
  /** Closes the tab that is worked in. */
  closeTab: z.literal(true),
  /** Goes into a frame that the page shows, `page` back out of all. */
  frame: z.union([Target, z.literal('page')]),
  /**
   * Acts by role and name on what no reading shows: clicks, or fills with a text. `frames`: the titles of those that it
   * stands in, the outer one first.
   */
  byName: z.strictObject({
    role: text,
    name: text,
    text: z.string().optional(),
    frames: z.array(text).min(1).optional(),
  }),
  /** Until the page shows this text. */
  wait: text,
  /** Keeps what it reads under a name: a later text says `{name}` for it. */
  read: z.union([
    targetWith({ keep: text }),
    // `exact`: in the answer as it came, whose spaces are not joined.
    z.strictObject({ pattern: text, keep: text, exact: z.literal(true).optional() }),
  ]),
  /** The same of the text of the page as the server's tool for that gives it, which knows no roles. */
  readText: z.strictObject({ pattern: text, keep: text }),
  done: z.strictObject({
    /** What is answered: a text, or what is read. */
    answer: z.union([z.string(), z.strictObject({ read: Reading, as: text.optional() })]).optional(),
  }),
} as const;

type Verb = keyof typeof verbs;
type What<V extends Verb> = z.infer<(typeof verbs)[V]>;

/** One verb and its value. */
export type Step = { [V in Verb]: { verb: V; what: What<V> } }[Verb];

const fields = Object.fromEntries(Object.entries(verbs).map(([verb, schema]) => [verb, schema.optional()]));

const Step = z
  .strictObject(fields)
  .refine((step) => Object.keys(step).length === 1, 'must be one verb and its value, click say')
  .transform((step): Step => {
    const [[verb, what] = ['done', {}]] = Object.entries(step);
    // Each field is parsed by the schema of the verb that it is named after.
    return { verb, what } as Step;
  });

/** How a task is done, said once for all servers. */
export const ReferenceSolution = z.array(Step).min(1);
export type ReferenceSolution = z.infer<typeof ReferenceSolution>;
