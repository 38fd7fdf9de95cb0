import type * as z from 'zod';
import { issueWords, typeFound } from './issue-words.ts';
import { oneLine } from './one-line.ts';

/** One thing that a schema does not take. `field` is `tasks[0].id`, or `the whole`. */
export type FieldIssue = { path: readonly PropertyKey[]; field: string; message: string };

type Details = {
  /** What was parsed. Left out where it may hold what nobody should print: then no message says what was found. */
  value?: unknown;
  /** The fields that an object at this path may have, in words. */
  allowed?: (path: readonly PropertyKey[]) => string;
};

/** What a schema said, as lines `file: field: message; found this`; an unknown field says what is allowed. */
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

/** Of a union the mistakes of the one form that was meant, where all others are of another type altogether. */
function meant(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.filter(([first]) => first?.code !== 'invalid_type' || first.path.length > 0);
  const [form] = forms;
  if (!form || forms.length > 1) return [issue];
  return form.map((each) => ({ ...each, path: [...issue.path, ...each.path] })).flatMap(meant);
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
