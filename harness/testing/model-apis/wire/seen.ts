/** A request as it came. */
export type Sent = {
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
export type Seen = {
  model: Model;
  key: string;
  maxBytes: number;
  promptTokens: number;
  headers: Sent['headers'];
  /** What it said itself, by the id of a call or an item: thoughts as they must come back. */
  said: Map<string, string>;
};

export function headerOf(sent: Pick<Sent, 'headers'>, name: string): string | null {
  const value = sent.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The key of `Authorization: Bearer`. */
export function bearerOf(sent: Pick<Sent, 'headers'>): string | null {
  return /^Bearer (.+)$/.exec(headerOf(sent, 'authorization') ?? '')?.[1] ?? null;
}
