import type * as z from 'zod';
import { oneLine } from './one-line.ts';

/** One value that a schema rejects. `field` is `tasks[0].id`, or `the whole`. */
export type FieldIssue = { path: readonly PropertyKey[]; field: string; message: string };

type Details = {
  /** The parsed value. Left out if it may hold secrets: then messages do not quote it. */
  value?: unknown;
  /** The fields that an object at this path may have, in words. */
  allowed?: (path: readonly PropertyKey[]) => string;
};

/** Issues of a schema, as lines `file: field: message; found this`; for an unknown field, with the allowed ones. */
export function describeIssues(file: string, error: z.ZodError, details: Details = {}): string[] {
  return fieldIssues(error, details).map(
    ({ field, message }) => `${file}: ${oneLine(`${field}: ${message}`)}`,
  );
}

export function fieldIssues(error: z.ZodError, details: Details = {}): FieldIssue[] {
  return error.issues.flatMap(meant).flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') {
      const found = 'value' in details ? foundAt(details.value, issue.path) : typeFound(issue);
      const message = `${issueWords(issue)}${found === null ? '' : `; found ${found}`}`;
      return [{ path: issue.path, field: fieldName(issue.path), message }];
    }
    const allowed = details.allowed ? `; allowed are ${details.allowed(issue.path)}` : '';
    return issue.keys.map((key) => {
      const path = [...issue.path, key];
      return { path, field: fieldName(path), message: `unknown field${allowed}` };
    });
  });
}

type Issue = z.core.$ZodIssue;

/**
 * The mistakes of a union: those of the intended form, if all other forms have another type. Among several objects the
 * intended one has the fewest unknown fields.
 */
function meant(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.filter(([first]) => first?.code !== 'invalid_type' || first.path.length > 0);
  const fewest = Math.min(...forms.map(unknownFields));
  const [form, ...others] = forms.filter((each) => unknownFields(each) === fewest);
  if (!form || others.length > 0) return [issue];
  return form.map((each) => ({ ...each, path: [...issue.path, ...each.path] })).flatMap(meant);
}

function unknownFields(form: readonly Issue[]): number {
  return form.reduce(
    (sum, { path, ...each }) =>
      sum + (each.code === 'unrecognized_keys' && path.length === 0 ? each.keys.length : 0),
    0,
  );
}

/** `tasks[0].timeout_ms`. */
export function fieldName(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  return name.replace(/^\./, '') || 'the whole';
}

const maxShown = 80;

function foundAt(whole: unknown, path: readonly PropertyKey[]): string {
  const found = path.reduce<unknown>(ownOf, whole);
  if (found === undefined) return 'nothing';
  if (Array.isArray(found)) return found.length === 0 ? 'an empty list' : 'a list';
  if (typeof found === 'object' && found !== null) return 'an object';
  return JSON.stringify(found)?.slice(0, maxShown) ?? typeof found;
}

/** What a prototype carries is not in the file. */
function ownOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

const types: Readonly<Record<string, string>> = {
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  url: 'a URL',
  datetime: 'a date with its time, as in 2026-01-31T12:00:00Z',
  date: 'a date, as in 2026-01-31',
};

/** The requirement of a schema as a message: `must be a number`. A schema's own message stays. */
export function issueWords(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (!/^(Invalid|Too (small|big))\b/.test(message)) return message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => (typeof value === 'string' ? value : String(value))).join(', ')}`;
    case 'invalid_union':
      return unionWords(issue);
    case 'invalid_format':
      return issue.format === 'regex' && issue.pattern !== undefined
        ? `must match ${issue.pattern}`
        : `must be ${formats[issue.format] ?? `of the form ${issue.format}`}`;
    case 'invalid_key':
      return `its name ${issue.issues.map(issueWords).join(' and ')}`;
    case 'too_small':
      return boundWords(issue.origin, Number(issue.minimum), issue.inclusive ? 'at least' : 'above', issue);
    case 'too_big':
      return boundWords(issue.origin, Number(issue.maximum), issue.inclusive ? 'at most' : 'below', issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return message;
  }
}

/** What was found in its place, where the issue alone says so and the value may not be printed. */
function typeFound({ code, message }: z.core.$ZodIssue): string | null {
  const [, type = null] = code === 'invalid_type' ? (/, received (\w+)$/.exec(message) ?? []) : [];
  return type === 'undefined' ? 'nothing' : type && typeWords(type);
}

function typeWords(type: string): string {
  return types[type] ?? `a ${type}`;
}

/** Allowed values of a union: those of its discriminating field, or its types. */
function unionWords(issue: Extract<z.core.$ZodIssue, { code: 'invalid_union' }>): string {
  const { errors, message } = issue;
  // The type lacks what zod says of a field that tells the members apart.
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0)
    return `must be one of ${issue.options.map(String).join(', ')}`;
  const wanted = errors.map(([first, ...more]) =>
    first && more.length === 0 && first.path.length === 0 ? issueWords(first) : null,
  );
  const known = wanted.filter((words) => words?.startsWith('must be ') === true);
  if (known.length === 0 || known.length < wanted.length)
    return `fits no form that is allowed${restOf(message)}`;
  return [...new Set(known)]
    .map((words, at) => (at === 0 ? words : words?.slice('must be '.length)))
    .join(' or ');
}

function restOf(message: string): string {
  return message === 'Invalid input' ? '' : ` (${message})`;
}

const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
};

function boundWords(
  origin: string,
  bound: number,
  comparison: string,
  { exact }: { exact?: boolean },
): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${comparison} ${bound}`;
  if (origin === 'string' && bound === 1 && comparison === 'at least') return 'must not be empty';
  return `must have ${exact ? 'exactly' : comparison} ${bound} ${unit}${bound === 1 ? '' : 's'}`;
}
