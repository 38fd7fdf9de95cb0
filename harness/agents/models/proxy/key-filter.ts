import { shortestKeyAt } from '../../../task/transcripts/redact.ts';

/** A shorter key may be a common word, because local servers accept any key. */
const shortestKey = 8;
const mark = '[key]';
const newline = 10;

/** Removes a key from the answers of an API, in all encodings in which a host may echo it. */
export class KeyFilter {
  private readonly forms: RegExp | null;
  /** The beginning of an incomplete line. */
  private rest: Buffer[] = [];

  /** `baseUrl`: the address that the key belongs to. */
  constructor(key: string, baseUrl = '') {
    this.forms =
      key.length < shortestKeyAt(baseUrl, shortestKey) ? null : new RegExp(formsOf(key).join('|'), 'g');
  }

  text(text: string): string {
    return this.forms === null ? text : text.replace(this.forms, mark);
  }

  /** The complete lines of a stream so far; no encoding of a key contains a line break. */
  lines(chunk: Buffer): Buffer {
    const end = chunk.lastIndexOf(newline) + 1;
    if (end === 0) {
      this.rest.push(chunk);
      return Buffer.alloc(0);
    }
    const whole = Buffer.concat([...this.rest, chunk.subarray(0, end)]);
    this.rest = [chunk.subarray(end)];
    return this.bytes(whole);
  }

  /** The rest of a stream at its end. */
  last(): Buffer {
    const whole = Buffer.concat(this.rest);
    this.rest = [];
    return this.bytes(whole);
  }

  private bytes(bytes: Buffer): Buffer {
    // One character per byte, in any encoding.
    return Buffer.from(this.text(bytes.toString('latin1')), 'latin1');
  }
}

/**
 * The key itself, with any characters escaped as in JSON, URLs or HTML; in hexadecimal; and in base64 at each offset.
 */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // Without the characters that depend on neighbouring bytes.
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [
    escaped(bytes.toString('latin1')),
    [...bytes.toString('hex')]
      .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
      .join(''),
    ...base64.map(escaped),
  ];
}

const sameInBase64: Readonly<Record<string, string>> = { '+': '+-', '/': '/_' };

function escaped(text: string): string {
  return [...text]
    .map((letter, at) => {
      const each = [...(letter in sameInBase64 ? (sameInBase64[letter] ?? letter) : letter)];
      return `(?:${each.map((one) => formsOfLetter(one, at === 0)).join('|')})`;
    })
    .join('');
}

/** The first letter includes its leading backslashes. This keeps matching linear in a long run of backslashes. */
function formsOfLetter(letter: string, isFirst: boolean): string {
  const code = letter.charCodeAt(0);
  const hex = [...code.toString(16).padStart(2, '0')]
    .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join('');
  const plain = `\\x${code.toString(16).padStart(2, '0')}`;
  const start = isFirst ? '(?<!\\\\)' : '';
  return `${start}\\\\*(?:${plain}|[uU]00${hex}|x${hex})|%(?:25)*${hex}|&#(?:[xX]0*${hex}|0*${code});`;
}
