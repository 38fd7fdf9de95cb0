import type { z } from 'zod';
import { deepestIssue, type Issue, valueAt } from './deepest-issue.ts';
import { type CacheRule, type Piece, PromptCache, sumOf } from './prompt-cache.ts';
import type { HttpRequest, Model, VendorView } from './refusal.ts';
import { type Example, fill, type Refusal, type Row, type Values } from './refusal.ts';
import type { Answer, Figures, Question } from './script.ts';

/** What a request asks, whatever its dialect. */
type Reading = Pick<Question, 'tools' | 'answers'> & {
  /** The prompt in the order in which the vendor caches it. */
  pieces: Piece[];
  stream: boolean;
};

/** The answer of the scripted model, which a dialect puts into its own form. */
export type Speech = {
  answer: Answer;
  /** The usage record's numbers. */
  figures: Figures;
  /** Thinks: its thoughts are to be sent back. */
  thinks: boolean;
  model: string;
  newId: (prefix: string) => string;
  said: Map<string, string>;
};

/** An answer whole and in pieces, which are server-sent events unless `form` says what else they are. */
export type Whole = { json: unknown; events: string[]; form?: string };

/** All that is known of a vendor's API. `Body` is what its requests hold. */
export type Definition<Body> = {
  id: string;
  title: string;
  /** What its clients have as base URL, behind the origin. */
  base: string;
  /** The paths that it answers. */
  route: RegExp;
  models: readonly Model[];
  cache: CacheRule;
  schema: z.ZodType<Body>;
  modelOf(body: Body, path: string): string;
  hear(body: Body, sent: Pick<HttpRequest, 'path' | 'query'>): Reading;
  /** Whether the model thinks in this request, where its model does by itself. */
  thinks(body: Body): boolean;
  answer(spoken: Speech, body: Body, sent: Pick<HttpRequest, 'query'>): Whole;
  /** The body of an error. */
  error(error: { type: string; words: string; status: number } & Values): unknown;
  /** A free question beside the route, as counting tokens is: its answer, or null. */
  aside?(sent: HttpRequest, tokens: (body: Body) => number): unknown;
  /** Fields that the schema does not know are taken: a beta opens them. */
  loosens?(sent: HttpRequest): boolean;
  /** A prompt above the window is not refused: its oldest messages behind the first piece are dropped. */
  drops?: boolean;
  refusals: readonly Refusal<Body>[];
  /** A request as a client sends it, and the one after the call that was answered. */
  genuine: { first(key: string): Example<Body>; next(first: Example<Body>, answer: unknown): Example<Body> };
};

export type VendorRefusal = { row: Row; body: unknown };
type Judgement =
  | { refused: VendorRefusal }
  | { aside: unknown }
  | { heard: Reading; model: Model; body: unknown };

/** What one server of a dialect remembers, and does. */
type Session = {
  judge(sent: HttpRequest): Judgement;
  /** Reads as much as it can of a request that was not checked. */
  hear(sent: HttpRequest): Extract<Judgement, { heard: Reading }>;
  measure(heard: Reading, model: Model): Figures;
  speak(spoken: Omit<Speech, 'newId' | 'said' | 'thinks'>, body: unknown, sent: HttpRequest): Whole;
};
type SessionOptions = { key: string; models: readonly Model[]; maxBytes: number; thinks: boolean };

/** A member of the set: no other module knows `Body`. */
export type ApiFormat = Pick<Definition<unknown>, 'id' | 'title' | 'base' | 'route' | 'models' | 'error'> & {
  rows: readonly Row[];
  /** The genuine first request; with the answer to it, the second. */
  example(key: string, answer?: unknown): Example<unknown>;
  /** The genuine second request made to break a rule; null for one that comes by the script alone. */
  broken(rule: string, key: string, answer: unknown): Example<unknown> | null;
  refused(rule: string, values?: Values): VendorRefusal;
  open(options: SessionOptions): Session;
};

export function defineApiFormat<Body>(definition: Definition<Body>): ApiFormat {
  const { id, title, base, route, models, error, refusals, genuine } = definition;
  const example = (key: string, answer?: unknown) => {
    const first = genuine.first(key);
    return answer === undefined ? first : genuine.next(first, answer);
  };
  const refused = (rule: string, values: Values = {}): VendorRefusal => {
    const row = refusals.find((each) => each.rule === rule);
    if (!row) throw new Error(`${id} has no refusal "${rule}"`);
    const { status, type, words, extra } = row;
    const filled = fill({ type, words, status, ...extra }, values);
    // `fill` keeps the shape of its template.
    return { row, body: error(filled as Parameters<typeof error>[0]) };
  };
  return {
    id,
    title,
    base,
    route,
    models,
    error,
    rows: refusals.map(({ breaks, door, shape, found, extra, ...row }) => row),
    example,
    refused,
    broken: (rule, key, answer) => {
      const { breaks } = refusals.find((each) => each.rule === rule) ?? {};
      if (!breaks) return null;
      const request = structuredClone(example(key, answer));
      breaks(request);
      return request;
    },
    open: (options) => new OpenApiFormat(definition, options, refused),
  };
}

class OpenApiFormat<Body> implements Session {
  private readonly definition: Definition<Body>;
  private readonly options: SessionOptions;
  private readonly refused: ApiFormat['refused'];
  private readonly said = new Map<string, string>();
  private readonly cache = new PromptCache();
  private ids = 0;

  constructor(definition: Definition<Body>, options: SessionOptions, refused: ApiFormat['refused']) {
    this.definition = definition;
    this.options = options;
    this.refused = refused;
  }

  judge(sent: HttpRequest): Judgement {
    const { refusals, schema, modelOf, hear, aside, loosens } = this.definition;
    const { key, models, maxBytes } = this.options;
    const base = { key, maxBytes, headers: sent.headers, said: this.said };
    const nobody: VendorView = { ...base, model: unknownModel(''), promptTokens: 0 };
    for (const { rule, door } of refusals) {
      const values = door?.(sent, nobody);
      if (values) return { refused: this.refused(rule, values) };
    }
    const free = aside?.(sent, (body) => sumOf(hear(body, sent).pieces));
    if (free !== undefined && free !== null) return { aside: free };
    const given = parsed(sent.text);
    const issue = this.issueOf(given, loosens?.(sent) ?? false);
    if (issue) return { refused: this.misfit(issue, given) };
    const body = schema.parse(given);
    const name = modelOf(body, sent.path);
    const model = models.find((each) => each.id === name) ?? unknownModel(name);
    const heard = hear(body, sent);
    const seen: VendorView = { ...base, model, promptTokens: sumOf(heard.pieces) };
    for (const { rule, found } of refusals) {
      const values = found?.(body, seen);
      if (values) return { refused: this.refused(rule, values) };
    }
    return { heard, model, body };
  }

  /** What is wrong with a body; what may be unknown is taken out of it. */
  private issueOf(given: unknown, isLoose: boolean): Issue | null {
    for (;;) {
      const fits = this.definition.schema.safeParse(given);
      if (fits.success) return null;
      const issue = deepestIssue(fits.error, given);
      const parent = valueAt(given, issue.path.slice(0, -1));
      if (!isLoose || issue.kind !== 'unknown' || typeof parent !== 'object' || parent === null) return issue;
      Reflect.deleteProperty(parent, issue.path.at(-1) ?? '');
    }
  }

  private misfit(issue: Issue, given: unknown): VendorRefusal {
    for (const { rule, shape } of this.definition.refusals) {
      const values = shape?.(issue, given);
      if (values) return this.refused(rule, values);
    }
    const { path, kind, expected } = issue;
    throw new Error(`no refusal of ${this.definition.id} says "${path.join('.')}: ${kind}, ${expected}"`);
  }

  hear(sent: HttpRequest) {
    const given = parsed(sent.text);
    const { schema, modelOf, hear } = this.definition;
    const fits = schema.safeParse(given);
    // What does not fit is read as far as it goes.
    const body = fits.success ? fits.data : (given as Body);
    try {
      return { heard: hear(body, sent), model: unknownModel(modelOf(body, sent.path)), body };
    } catch {
      const heard: Reading = { tools: [], answers: [], pieces: [], stream: false };
      return { heard, model: unknownModel(''), body: given };
    }
  }

  measure({ pieces }: Reading, { id, window }: Model): Figures {
    const { cache, drops } = this.definition;
    const left = [...pieces];
    while (drops && left.length > 2 && sumOf(left) > window) left.splice(1, 1);
    return { ...this.cache.measure(id, left, cache), output: 0, reasoning: 0 };
  }

  speak(spoken: Omit<Speech, 'newId' | 'said' | 'thinks'>, body: unknown, sent: HttpRequest): Whole {
    // What `judge` or `hear` gave out comes back.
    const asked = body as Body;
    const { answer, thinks, modelOf } = this.definition;
    const model = this.options.models.find(({ id }) => id === modelOf(asked, sent.path));
    return answer(
      {
        ...spoken,
        thinks: this.options.thinks && (model?.reasons ?? false) && thinks(asked),
        newId: (prefix) => `${prefix}${String(++this.ids).padStart(8, '0')}`,
        said: this.said,
      },
      asked,
      sent,
    );
  }
}

/** Refused by its name wherever models are judged; elsewhere it can do anything. */
function unknownModel(id: string): Model {
  return { id, window: 0, maxOutput: 0, reasons: false };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return undefined;
  }
}
