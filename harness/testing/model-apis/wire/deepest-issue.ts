import type { z } from 'zod';

/** The one fault of a body that its vendor would name. */
export type Issue = {
  path: (string | number)[];
  kind: 'unknown' | 'missing' | 'wrong';
  /** `a valid number`, or `'user' or 'assistant'`. */
  expected: string;
};

/** The intended alternative of a union is the one whose check got deepest. */
export function deepestIssue(error: z.core.$ZodError, body: unknown): Issue {
  const [deepest] = flat(error.issues, []).sort((a, b) => depthOf(b) - depthOf(a));
  if (!deepest) return { path: [], kind: 'wrong', expected: 'a valid object' };
  const { path, issue } = deepest;
  if (issue.code === 'unrecognized_keys')
    return { path: [...path, issue.keys[0] ?? ''], kind: 'unknown', expected: 'nothing' };
  const isMissing = valueAt(body, path) === undefined;
  return { path, kind: isMissing ? 'missing' : 'wrong', expected: expectedBy(issue) };
}

function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `a valid ${issue.expected}`;
  if (issue.code === 'invalid_value') return issue.values.map((value) => `'${String(value)}'`).join(' or ');
  return 'of another form';
}

type Found = { path: (string | number)[]; issue: z.core.$ZodIssue };

function depthOf({ path, issue }: Found): number {
  return path.length + (issue.code === 'unrecognized_keys' ? 1 : 0);
}

function flat(issues: readonly z.core.$ZodIssue[], above: (string | number)[]): Found[] {
  return issues.flatMap((issue) => {
    const path = [...above, ...issue.path.map((step) => (typeof step === 'number' ? step : String(step)))];
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ path, issue }];
    const deep = issue.errors.map((errors) => flat(errors, path));
    const depth = (found: Found[]) => Math.max(...found.map(depthOf));
    return deep.sort((a, b) => depth(b) - depth(a))[0] ?? [];
  });
}

export function valueAt(body: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    body,
  );
}

/** `input[1].content[0].image_url`, as OpenAI writes a path. */
export function bracketed(path: readonly (string | number)[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}
