/**
 * A number as it is written, digit for digit: `-1234.5`. Null for what is none. A point is the decimal point, unless
 * more points or a comma behind it show that it groups thousands; a comma groups thousands where three digits follow
 * each one, else it is the decimal comma. Spaces and apostrophes group too. Sources: CLDR number formats of en, de, fr,
 * de-CH.
 */
export function readDecimal(said: string): string | null {
  const [, sign = '', digits = ''] = /^([+-]?) ?(\d[\d.,' ]*)$/.exec(said) ?? [];
  const plain = ungrouped(digits);
  return plain === null ? null : canonical(sign === '-', plain);
}

/** That of a number of a contract, with the digits that its author wrote. */
export function decimalOf(value: number): string {
  const size = Math.abs(value);
  // The others are written with an exponent.
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

/** The first that fits is taken, so that `1,234` is a thousand and more, and `1.234` is one and a bit. */
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

/** ISO 4217 codes, with the signs and the English names that CLDR gives them. A sign may be that of several. */
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

/** What an amount of it may be called, in small letters. */
export function wordsFor(currency: Currency): string[] {
  const { signs, names } = currencies[currency];
  return [currency, ...signs, ...names].map((word) => word.toLowerCase());
}
