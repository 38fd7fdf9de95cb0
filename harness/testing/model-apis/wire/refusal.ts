import type { Issue } from './deepest-issue.ts';
import type { Seen, Sent } from './seen.ts';

/** What stands in the places `{name}` of the vendor's words. */
export type Values = Record<string, unknown>;

/** One thing that a vendor refuses, as data. */
export type Row = {
  /** Unique within a dialect. */
  rule: string;
  refuses: string;
  status: number;
  /** The vendor's name for this kind of error; its place in the body is the dialect's. */
  type: string;
  /** The vendor's words, with places to fill. */
  words: string;
  /** What else the error object holds. */
  extra?: Values;
  /** Documentation, a type of the vendor's SDK, or a thread in which the refusal was seen. */
  source: string;
  /** The source says that it is refused and how; the words were not seen. */
  wordsAreOurs?: true;
};

/** A request as a client of the vendor would send it. */
export type Example<Body> = { path: string; headers: Record<string, string>; body: Body };

/** Where a request breaks the rule: what fills the words, or null. One that is found nowhere comes by the script alone. */
export type Refusal<Body> = Row & {
  /** Makes a genuine request break this rule and none before it. */
  breaks?: (request: Example<Body>) => unknown;
  /** Looked for before the body is read. */
  door?: (sent: Sent, seen: Seen) => Values | null;
  /** Looked for where the body does not fit the vendor's schema. */
  shape?: (issue: Issue, body: unknown) => Values | null;
  found?: (body: Body, seen: Seen) => Values | null;
};

/** Fills the places of a template; one that stands alone keeps its value's type. */
export function fill(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const [, alone] = /^\{(\w+)\}$/.exec(template) ?? [];
    if (alone !== undefined && alone in values) return values[alone];
    return template.replace(/\{(\w+)\}/g, (place, name: string) =>
      name in values ? String(values[name]) : place,
    );
  }
  if (Array.isArray(template)) return template.map((each) => fill(each, values));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, each]) => [key, fill(each, values)]));
}

export function firstFound<T>(items: readonly T[], find: (item: T, index: number) => Values | null) {
  for (const [index, item] of items.entries()) {
    const values = find(item, index);
    if (values) return values;
  }
  return null;
}
