/**
 * Reads a written number, such as `-1234.5`, digit for digit; null if the text is not a number. A point is the decimal
 * point, unless more points or a later comma show that it groups thousands. A comma groups thousands if three digits
 * follow each comma; else it is the decimal comma. Spaces and apostrophes group too. Sources: CLDR number formats of en,
 * de, fr, de-CH.
 */
export function readDecimal(said: string): string | null {
  const [, sign = '', digits = ''] = /^([+-]?) ?(\d[\d.,' ]*)$/.exec(said) ?? [];
  const plain = ungrouped(digits);
  return plain === null ? null : canonical(sign === '-', plain);
}

/** The decimal form of a contract's number, with the digits that its author wrote. */
export function decimalOf(value: number): string {
  const size = Math.abs(value);
  // `String` writes other sizes with an exponent.
  const plain = size === 0 || (size >= 1e-6 && size < 1e21) ? String(size) : size.toFixed(20);
  return canonical(value < 0, plain);
}

function ungrouped(digits: string): string | null {
  for (const { group, point } of notations) {
    const whole = group === '' ? '\\d+' : `\\d{1,3}(?:${group}\\d{3})+`;
    const [, integer, fraction = ''] = new RegExp(`^(${whole})(?:${point}(\\d+))?$`).exec(digits) ?? [];
    if (integer !== undefined) return `${integer.replace(/\D/g, '')}.${fraction}`;
  }
  return null;
}

/** The first notation that fits is taken: `1,234` is 1234, and `1.234` is between 1 and 2. */
const notations = [
  { group: '', point: '\\.' },
  { group: ',', point: '\\.' },
  { group: '', point: ',' },
  { group: '\\.', point: ',' },
  { group: ' ', point: '[.,]' },
  { group: "'", point: '[.,]' },
] as const;

function canonical(isNegative: boolean, plain: string): string {
  const [integer = '', fraction = ''] = plain.split('.');
  const whole = integer.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  const number = rest === '' ? whole : `${whole}.${rest}`;
  return isNegative && number !== '0' ? `-${number}` : number;
}

/** ISO 4217 codes, with the signs and the English names that CLDR gives them. Several currencies can share a sign. */
export const currencies = {
  CHF: { signs: ['Fr', 'Fr.', 'SFr.'], names: ['Swiss franc', 'Swiss francs'] },
  DKK: { signs: ['kr', 'kr.'], names: ['Danish krone', 'Danish kroner'] },
  EUR: { signs: ['€'], names: ['euro', 'euros'] },
  GBP: { signs: ['£'], names: ['pound', 'pounds', 'British pound', 'British pounds'] },
  JPY: { signs: ['¥', '円'], names: ['yen', 'Japanese yen'] },
  NOK: { signs: ['kr', 'kr.'], names: ['Norwegian krone', 'Norwegian kroner'] },
  PLN: { signs: ['zł'], names: ['Polish zloty', 'Polish zlotys'] },
  SEK: { signs: ['kr', 'kr.'], names: ['Swedish krona', 'Swedish kronor'] },
  USD: { signs: ['$', 'US$'], names: ['dollar', 'dollars', 'US dollar', 'US dollars'] },
} as const;

export type Currency = keyof typeof currencies;

/** The signs and names that an amount of this currency may carry, in small letters. */
export function wordsFor(currency: Currency): string[] {
  const { signs, names } = currencies[currency];
  return [currency, ...signs, ...names].map((word) => word.toLowerCase());
}
