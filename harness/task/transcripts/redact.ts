/** Replaces secrets in the free text of a record by `[redacted:<kind>]`; `where` marks the free fields. */
export type Redact = <T>(value: T, where: FreeText) => T;

/** Redacts, and learns secrets during an episode: texts typed into password fields. */
export type Redactor = Redact & {
  /**
   * Redacts this text from now on wherever it is a whole word. Ignores texts under 4 characters, which occur in
   * ordinary sentences, and public texts.
   */
  learn(password: string): void;
  /** Whether it has learned any secret. */
  learned(): boolean;
  /** Redacts only texts that look like secrets and secrets of the environment, not learned ones. */
  keys: Redact;
  /** Replaces learned secrets by words of the same shape (`xxxx-0`). */
  shaped: Redact;
};

/** Written out because the types of the package must not depend on those of Node. */
type Environment = Readonly<Record<string, string | undefined>>;

const cookieField = /^(?:set-)?cookie$/i;
const passwordField = /passw(?:or)?d|passphrase/i;
/** Arguments with which servers name the target element of a text. */
const fieldNames = ['target', 'element', 'selector', 'name', 'label', 'ref', 'uid'];
const typedNames = ['text', 'value', 'promptText'];
const minPassword = 4;
const passwordMark = '[redacted:password]';

/** Makes a redactor with the secrets of an environment. Words of the public `published` texts are not secrets. */
export function redactorFor(env: Environment, published: readonly string[] = []): Redactor {
  const redactKeys = keysRedacted(keysOf(env));
  const passwords = new Set<string>();
  let pattern: RegExp | null = null;
  const isPublic = (word: string) => published.some((text) => hasWord(text, word));
  const learn = (password: string) => {
    if (password.length < minPassword || passwords.has(password) || isPublic(password)) return;
    passwords.add(password);
    pattern = wordsPattern(passwords);
  };
  const textRedactor = (replacement: (found: string) => string) => (text: string) =>
    redactKeys(pattern ? replaceUnmarked(text, pattern, replacement) : text);

  const redactIn = (redactText: (text: string) => string): Redact => {
    const walk = (value: unknown): unknown => {
      if (typeof value === 'string') return redactText(value);
      if (Array.isArray(value)) return value.map(walk);
      if (value === null || typeof value !== 'object') return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, child]) => {
          if (typeof child !== 'string' || child === '') return [key, walk(child)];
          if (cookieField.test(key)) return [key, '[redacted:cookie]'];
          if (!isTyped(value, key) || isPublic(child)) return [key, redactText(child)];
          // The server's answer repeats it.
          if (!child.startsWith('[redacted:')) learn(child);
          return [key, passwordMark];
        }),
      );
    };
    return (value, where) => changeFree(value, where, walk);
  };
  return Object.assign(redactIn(textRedactor(() => passwordMark)), {
    learn,
    learned: () => passwords.size > 0,
    keys: redactIn(redactKeys),
    shaped: redactIn(textRedactor(shapeOf)),
  });
}

/** The path of a secret in the arguments of a call, `fields[0].value`; null if there is none. */
export function secretIn(redact: Redact, args: unknown): string | null {
  return firstDifference(args, redact(args, 'free'), '');
}

/** Whether this argument goes into a password field, judged by the call alone. */
function isTyped(args: object, key: string): boolean {
  if (passwordField.test(key)) return true;
  return (
    typedNames.includes(key) &&
    fieldNames.some((name) => {
      const field: unknown = Reflect.get(args, name);
      return typeof field === 'string' && passwordField.test(field);
    })
  );
}

function firstDifference(before: unknown, after: unknown, at: string): string | null {
  if (Object.is(before, after)) return null;
  if (before === null || typeof before !== 'object' || after === null || typeof after !== 'object') return at;
  for (const [key, child] of Object.entries(before)) {
    const below = Array.isArray(before) ? `${at}[${key}]` : at ? `${at}.${key}` : key;
    const found = firstDifference(child, Reflect.get(after, key), below);
    if (found !== null) return found;
  }
  return null;
}

const secretName = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
const minKey = 6;
const wordEnd = '[\\p{L}\\p{N}_]';
const startsAsWord = new RegExp(`^${wordEnd}`, 'u');
const endsAsWord = new RegExp(`${wordEnd}$`, 'u');
const mark = '\\[redacted:\\w+\\]';

/** Local servers accept any word as a key; a shorter one may occur in ordinary sentences. */
const minLocalKey = 12;

function isLoopbackUrl(url: string): boolean {
  return /^https?:\/\/([^@/]*@)?(localhost|127(\.\d+){3}|\[::1\])(:\d+)?(\/|$)/i.test(url);
}

/**
 * The minimum length at which an API key for this address counts as a secret; `otherwise`: for addresses of other
 * machines.
 */
export function shortestKeyAt(baseUrl: string, otherwise: number): number {
  return isLoopbackUrl(baseUrl) ? minLocalKey : otherwise;
}

/** The values of variables that look like keys. `X_BASE_URL` is the address for `X_API_KEY`. */
export function keysOf(env: Environment): string[] {
  const addresses = Object.keys(env).filter((name) => name.endsWith('_BASE_URL'));
  return Object.entries(env).flatMap(([name, value = '']) => {
    const [, api] = /^(.+)_API_KEY$/.exec(name) ?? [];
    const address = api && addresses.find((each) => `_${each}`.endsWith(`_${api}_BASE_URL`));
    const shortest = shortestKeyAt((address && env[address]) ?? '', minKey);
    return secretName.test(name) && value.length >= shortest ? [value] : [];
  });
}

/** Replaces the values everywhere, and texts that look like a key, a bearer token or a cookie. */
export function keysRedacted(values: readonly string[]): (text: string) => string {
  const ofValues = values.length > 0 ? anyOf(values.map(escaped)) : null;
  return (text) =>
    (ofValues ? replaceUnmarked(text, ofValues, () => '[redacted:key]') : text)
      .replace(/\bsk-[A-Za-z0-9_-]{16,}/g, '[redacted:key]')
      .replace(/\b(Bearer)\s+(?!\[redacted)[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted:bearer]')
      .replace(
        /\b(set-cookie|cookie)("?\s*[:=])(?!\s*"?\[redacted)(\s*"?)[^\n"]+/gi,
        '$1$2$3[redacted:cookie]',
      );
}

/** A pattern for these words as whole words, also in URL or JSON encoding. */
function wordsPattern(words: Iterable<string>): RegExp {
  return anyOf([...new Set([...words].flatMap(spellings))].map(wholeWord));
}

export function hasWord(text: string, word: string): boolean {
  return new RegExp(wholeWord(word), 'u').test(text);
}

/** Replaces the matches of a pattern from `wordsPattern`, outside already redacted parts. */
function replaceUnmarked(text: string, pattern: RegExp, replacement: (found: string) => string): string {
  return text.replace(pattern, (found, marked: string | undefined) => marked ?? replacement(found));
}

/** A word of the same shape, so that patterns for letters or digits still match. */
function shapeOf(word: string): string {
  return word
    .replace(/\p{Lu}/gu, 'X')
    .replace(/(?!X)\p{L}/gu, 'x')
    .replace(/\p{N}/gu, '0');
}

/**
 * Longest first, because a text typed in pieces begins with the pieces. Marks match first, so that they stay unchanged.
 */
function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp([`(${mark})`, ...[...patterns].sort((a, b) => b.length - a.length)].join('|'), 'gu');
}

function wholeWord(word: string): string {
  const before = startsAsWord.test(word) ? `(?<!${wordEnd})` : '';
  const behind = endsAsWord.test(word) ? `(?!${wordEnd})` : '';
  return `${before}${escaped(word)}${behind}`;
}

function spellings(word: string): string[] {
  const encoded = encodeURIComponent(word.toWellFormed());
  return [word, encoded, encoded.replaceAll('%20', '+'), JSON.stringify(word).slice(1, -1)];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * The places of free text in a record. `free` is redacted with everything below it; `kept` has a fixed meaning and is
 * never changed. `*` stands for every index and every other key. Unlisted fields are kept; a test checks that each text
 * of each schema is listed.
 */
export type FreeText = 'free' | 'kept' | { readonly [key: string]: FreeText };

/** The record with `change` applied to each free field; `change` gets the whole field, of any type. */
export function changeFree<T>(value: T, where: FreeText, change: (free: unknown) => unknown): T {
  // Free fields contain strings or JSON arguments, and keep their type.
  return walk(value, where) as T;

  function walk(node: unknown, at: FreeText | undefined): unknown {
    if (at === 'free') return change(node);
    if (at === undefined || at === 'kept' || node === null || typeof node !== 'object') return node;
    if (Array.isArray(node)) return node.map((child) => walk(child, at['*']));
    return Object.fromEntries(
      Object.entries(node).map(([key, child]) => [
        key,
        walk(child, Object.hasOwn(at, key) ? at[key] : at['*']),
      ]),
    );
  }
}
