import { formatCount } from '../../platform/words/format.ts';

// Plain arithmetic instead of Intl: the same bytes in every time zone, locale and version of Node.

/** `2026-01-02` in UTC. */
export function formatDate(iso: string | number): string {
  return new Date(iso).toISOString().slice(0, 10);
}

/** `2026-01-02 03:04 UTC`. */
export function formatInstant(iso: string | number): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A number stays with its unit. */
export function unbroken(figure: string): string {
  return figure.replaceAll(' ', '\u00a0');
}

/** `1 task`, `2 tasks`. */
export function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function shortSha(sha: string): string {
  return sha.slice(0, 9);
}

/** What cannot be seen or would turn the text around is written as an escape: a no-break space is not a space. */
export function visible(text: string): string {
  return text.replace(
    /(?![ \n])[\p{Zs}\p{Zl}\p{Zp}\p{Cc}\p{Cf}]/gu,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}

/** A text as the value of an attribute or of a parameter: what is no word of ASCII becomes an underscore. */
export function token(text: string): string {
  return text.replace(/[^\w.-]/g, '_');
}

/** A rate of the run record (4 decimals) as a percentage. */
export function percentOf(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`;
}

/** A difference of rates in percentage points, with its sign. */
export function points(difference: number): string {
  return `${difference >= 0 ? '+' : '−'}${Math.abs(difference * 100).toFixed(1)}`;
}
