import * as z from 'zod';

const Words = z.union([z.string().min(1), z.strictObject({ contains: z.string().min(1) })]);

/** An element in a person's terms; `find-element.ts` defines what matches. */
export type Target = {
  /** The ARIA role: `link`, `button`, `cell`. */
  role?: string | undefined;
  name?: z.infer<typeof Words> | undefined;
  /** The label of a field, whatever its role. */
  label?: z.infer<typeof Words> | undefined;
  /** The number of the match, from 1, if there are several. */
  nth?: number | undefined;
  /** An element that contains it. */
  within?: Target | undefined;
  /** A text before it; selects the first match after that text. */
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
    .refine(
      (value) => 'role' in value || 'label' in value || 'name' in value,
      'must say the role of an element, its label or its name',
    );
}

export const Target = targetWith({});

/** `button "Add to cart" in article "Ridge 2"`. */
export function describeTarget({ role, name, label, nth, within, after }: Target): string {
  const words = (text: z.infer<typeof Words>) =>
    typeof text === 'string' ? JSON.stringify(text) : `with ${JSON.stringify(text.contains)}`;
  return [
    role ?? (label === undefined ? 'element' : 'field'),
    ...[name, label].flatMap((each) => (each === undefined ? [] : [words(each)])),
    ...(nth === undefined ? [] : [`number ${nth}`]),
    ...(after === undefined ? [] : [`after ${JSON.stringify(after)}`]),
    ...(within === undefined ? [] : [`in ${describeTarget(within)}`]),
  ].join(' ');
}

const text = z.string().min(1);

/** Text read from the page: of an element, or the first group of a pattern in the page's text. */
const Reading = z.union([Target, z.strictObject({ pattern: text, exact: z.literal(true).optional() })]);
export type Reading = z.infer<typeof Reading>;

/** The schema of each verb's value: `fill: { label: Search, text: tent }`. */
export const verbs = {
  open: z.url(),
  click: Target,
  doubleClick: Target,
  rightClick: Target,
  hover: Target,
  /** Replaces the value of a field. */
  fill: targetWith({ text: z.string() }),
  /** Types it key by key. */
  type: targetWith({ text }),
  /** A key, with modifier keys before it: `Control+A`. */
  press: text,
  select: targetWith({ option: text }),
  check: targetWith({ on: z.boolean().default(true) }),
  upload: targetWith({ file: text }),
  /** Clicks an element that starts a download. */
  download: Target,
  drag: z.strictObject({ from: Target, to: Target }),
  /** Clicks while a key is held. */
  hold: targetWith({ key: z.enum(['Alt', 'Control', 'Meta', 'Shift']) }),
  /** Holds the mouse button down on it for this time. */
  pressHold: targetWith({ ms: z.int().positive().max(10_000) }),
  /** Clicks at a point of the window, in CSS pixels from its upper left corner. */
  clickAt: z.strictObject({ x: z.number().nonnegative(), y: z.number().nonnegative() }),
  /** Presses a key again and again until the page has the element. */
  seek: targetWith({ key: text }),
  /** Scrolls until the element is in view. */
  scroll: Target,
  /** Shows the page as it is printed. */
  print: z.literal(true),
  /** Runs a JavaScript function expression in the page; keeps what it returns between `[[` and `]]`. */
  script: z.strictObject({ code: text, keep: text.optional() }),
  /** The reply to an open dialog. */
  dialog: z.union([z.enum(['accept', 'dismiss']), z.strictObject({ accept: z.string() })]),
  /** Switches to the tab whose address contains this text. */
  tab: text,
  /** Closes the current tab. */
  closeTab: z.literal(true),
  /** Switches to a frame of the page; `page` leaves all frames. */
  frame: z.union([Target, z.literal('page')]),
  /**
   * Acts by role and name on an element that no reading shows: clicks, or fills with a text. `frames`: the titles of
   * the frames around it, outermost first.
   */
  byName: z.strictObject({
    role: text,
    name: text,
    text: z.string().optional(),
    frames: z.array(text).min(1).optional(),
  }),
  /** Waits until the page shows this text. */
  wait: text,
  /** Stores the read text under a name; later texts insert it with `{name}`. */
  read: z.union([
    targetWith({ keep: text }),
    // `exact`: in the unchanged answer, without joining spaces.
    z.strictObject({ pattern: text, keep: text, exact: z.literal(true).optional() }),
  ]),
  /** The same for the page text from the server's text tool, which has no roles. */
  readText: z.strictObject({ pattern: text, keep: text }),
  done: z.strictObject({
    /** The answer: a text, or a reading. */
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
    // Each field is parsed by the schema of its verb.
    return { verb, what } as Step;
  });

/** A reference solution of a task, written once for all servers. */
export const ReferenceSolution = z.array(Step).min(1);
export type ReferenceSolution = z.infer<typeof ReferenceSolution>;
