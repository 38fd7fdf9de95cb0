/** Replaces secrets in every string of a JSON value by `[redacted:<kind>]`. */
export type Redact = <T>(value: T) => T;

/** Redacts, and knows more secrets as an episode goes: what was typed into a password field. */
export type Redactor = Redact & {
  /** From now on this is redacted wherever it appears. Under 4 characters it would take words apart. */
  learn(password: string): void;
  /** Whether it has learned anything. */
  learned(): boolean;
};

const secretName = /(?:^|_)(?:API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
const cookieField = /^(?:set-)?cookie$/i;
const passwordField = /passw(?:or)?d|passphrase/i;
/** Arguments by which servers name the element that a text goes into. */
const fieldNames = ['target', 'element', 'selector', 'name', 'label', 'ref', 'uid'];
const minPassword = 4;
const typedNames = ['text', 'value', 'promptText'];

/** Knows the secrets of an environment: the values of variables that look like keys, of 6 characters at least. */
export function redactorFor(env: NodeJS.ProcessEnv): Redactor {
  const values = Object.entries(env)
    .filter(([name, value]) => secretName.test(name) && (value?.length ?? 0) >= 6)
    .map(([, value]) => value as string) // the filter saw its length
    .sort((a, b) => b.length - a.length);
  const passwords = new Set<string>();
  const learn = (password: string) => {
    if (password.length >= minPassword) passwords.add(password);
  };
  const redactText = (text: string): string => {
    let redacted = text;
    // The longest first: what was typed in pieces begins with them.
    for (const password of [...passwords].sort((a, b) => b.length - a.length))
      redacted = redacted.replaceAll(password, '[redacted:password]');
    for (const value of values) redacted = redacted.replaceAll(value, '[redacted:key]');
    return redacted
      .replace(/\bsk-[A-Za-z0-9_-]{16,}/g, '[redacted:key]')
      .replace(/\b(Bearer)\s+(?!\[redacted)[A-Za-z0-9._~+/=-]{8,}/gi, '$1 [redacted:bearer]')
      .replace(
        /\b(set-cookie|cookie)("?\s*[:=])(?!\s*"?\[redacted)(\s*"?)[^\n"]+/gi,
        '$1$2$3[redacted:cookie]',
      );
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return redactText(value);
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    const intoPassword = fieldNames.some((name) => {
      const field: unknown = Reflect.get(value, name);
      return typeof field === 'string' && passwordField.test(field);
    });
    return Object.fromEntries(
      Object.entries(value).map(([key, child]) => {
        const typed =
          typeof child === 'string' &&
          child !== '' &&
          (passwordField.test(key) || (intoPassword && typedNames.includes(key)));
        if (typed) {
          // It comes back in what the server answers.
          if (!child.startsWith('[redacted:')) learn(child);
          return [key, '[redacted:password]'];
        }
        if (typeof child === 'string' && child !== '' && cookieField.test(key))
          return [key, '[redacted:cookie]'];
        return [key, walk(child)];
      }),
    );
  };
  // Strings become strings and shapes stay, so the type is kept.
  const redact: Redact = (value) => walk(value) as typeof value;
  return Object.assign(redact, { learn, learned: () => passwords.size > 0 });
}

export function redactsAnything(redact: Redact, value: unknown): boolean {
  return JSON.stringify(redact(value)) !== JSON.stringify(value);
}
