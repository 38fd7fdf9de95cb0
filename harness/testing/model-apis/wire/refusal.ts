import type { Issue } from './deepest-issue.ts';

/** A request as it came. */
export type HttpRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  bytes: number;
};

/** A model as its vendor sells it. */
export type Model = {
  id: string;
  /** Tokens of prompt and output that fit. */
  window: number;
  maxOutput: number;
  /** Thinks without being asked to, and wants its thoughts sent back. */
  reasons: boolean;
  /** Efforts it can be asked for, where it can be. */
  efforts?: readonly string[];
  /** Takes text alone. */
  blind?: boolean;
};

/** What a vendor knows while it judges one request. */
export type VendorView = {
  model: Model;
  key: string;
  maxBytes: number;
  promptTokens: number;
  headers: HttpRequest['headers'];
  /** What it said itself, by the id of a call or an item: thoughts as they must come back. */
  said: Map<string, string>;
};

export function headerOf(sent: Pick<HttpRequest, 'headers'>, name: string): string | null {
  const value = sent.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The key of `Authorization: Bearer`. */
export function bearerOf(sent: Pick<HttpRequest, 'headers'>): string | null {
  return /^Bearer (.+)$/.exec(headerOf(sent, 'authorization') ?? '')?.[1] ?? null;
}

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
  door?: (sent: HttpRequest, seen: VendorView) => Values | null;
  /** Looked for where the body does not fit the vendor's schema. */
  shape?: (issue: Issue, body: unknown) => Values | null;
  found?: (body: Body, seen: VendorView) => Values | null;
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
