import { changeFree, type FreeText } from './free-text.ts';
import { hasWord, keysOf, keysRedacted, replaceUnmarked, shapeOf, wordsPattern } from './redact-text.ts';

/** Replaces secrets in the free text of a record by `[redacted:<kind>]`; `where` says what of it is free. */
export type Redact = <T>(value: T, where: FreeText) => T;

/** Redacts, and knows more secrets as an episode goes: what was typed into a password field. */
export type Redactor = Redact & {
  /**
   * From now on this is redacted wherever it is a whole word. Under 4 characters it would take sentences apart, and what
   * is public is no secret.
   */
  learn(password: string): void;
  /** Whether it has learned anything. */
  learned(): boolean;
  /** Only what looks like a secret and those of the environment, nothing that was learned. */
  keys: Redact;
  /** What was learned is replaced by words of the same shape instead (`xxxx-0`). */
  shaped: Redact;
};

const cookieField = /^(?:set-)?cookie$/i;
const passwordField = /passw(?:or)?d|passphrase/i;
/** Arguments by which servers name the element that a text goes into. */
const fieldNames = ['target', 'element', 'selector', 'name', 'label', 'ref', 'uid'];
const typedNames = ['text', 'value', 'promptText'];
const minPassword = 4;
const passwordMark = '[redacted:password]';

/** Knows the secrets of an environment. A word of the `published` texts, which everybody can read, is none. */
export function redactorFor(env: NodeJS.ProcessEnv, published: readonly string[] = []): Redactor {
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
          // It comes back in what the server answers.
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

/** Where in the arguments of a call a secret stands, `fields[0].value`; null where there is none. */
export function secretIn(redact: Redact, args: unknown): string | null {
  return firstDifference(args, redact(args, 'free'), '');
}

/** Whether this argument is what goes into a password field, as far as the call itself says. */
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
