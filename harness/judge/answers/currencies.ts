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
