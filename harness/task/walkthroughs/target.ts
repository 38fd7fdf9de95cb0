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

const fields = {
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
export function targetWith<Fields extends z.core.$ZodLooseShape>(own: Fields) {
  return z
    .strictObject({ ...fields, ...own })
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
