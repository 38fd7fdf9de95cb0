import { shortestKeyAt } from '../../../task/transcripts/redact.ts';

/** A shorter key is a common word, as local servers take any. */
const shortestKey = 8;
const mark = '[key]';
const newline = 10;

/** Takes the bytes of a key out of what an API answers, in the forms in which a host may say it back. */
export class KeyFilter {
  private readonly forms: RegExp | null;
  /** The beginning of a line whose end has not come. */
  private rest: Buffer[] = [];

  /** `baseUrl`: where the key is of. */
  constructor(key: string, baseUrl = '') {
    this.forms =
      key.length < shortestKeyAt(baseUrl, shortestKey) ? null : new RegExp(formsOf(key).join('|'), 'g');
  }

  text(text: string): string {
    return this.forms === null ? text : text.replace(this.forms, mark);
  }

  /** The whole lines of a stream that have come: no form of a key has a line break. */
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

  /** What is left of a stream at its end. */
  last(): Buffer {
    const whole = Buffer.concat(this.rest);
    this.rest = [];
    return this.bytes(whole);
  }

  private bytes(bytes: Buffer): Buffer {
    // A byte a character, whatever the characters are.
    return Buffer.from(this.text(bytes.toString('latin1')), 'latin1');
  }
}

/** As it is, with any of its characters escaped as JSON, URLs or HTML do it; in hexadecimal; in base64, at each place. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const base64 = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    // What the bytes beside it have a part in is left out.
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

/** The first one begins where its backslashes do: a model may say nothing but backslashes, and each must be looked at once. */
function formsOfLetter(letter: string, isFirst: boolean): string {
  const code = letter.charCodeAt(0);
  const hex = [...code.toString(16).padStart(2, '0')]
    .map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit))
    .join('');
  const plain = `\\x${code.toString(16).padStart(2, '0')}`;
  const start = isFirst ? '(?<!\\\\)' : '';
  return `${start}\\\\*(?:${plain}|[uU]00${hex}|x${hex})|%(?:25)*${hex}|&#(?:[xX]0*${hex}|0*${code});`;
}
