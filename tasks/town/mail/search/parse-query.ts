/** One condition of a search; `not` if a minus precedes it. */
export type Term = { readonly operator: Operator; readonly value: string; readonly not: boolean };

const operators = ['words', 'from', 'to', 'subject', 'has', 'before', 'after', 'in', 'label', 'is'] as const;
export type Operator = (typeof operators)[number];

export type Query = { readonly terms: readonly Term[]; readonly mistakes: readonly string[] };

const token = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/gi;
const day = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** `from:ada subject:"the garden" -has:attachment boat`: all conditions must hold. */
export function parseQuery(text: string): Query {
  const terms: Term[] = [];
  const mistakes: string[] = [];
  for (const [whole, minus, named, quoted, bare] of text.matchAll(token)) {
    const operator = operators.find((each) => each === named?.toLowerCase() && each !== 'words');
    const said = quoted ?? bare ?? '';
    const value = (operator || named === undefined ? said : whole.replace(/^-/, '')).toLowerCase();
    const term = { operator: operator ?? 'words', value, not: minus === '-' } as const;
    const mistake = mistakeOf(term);
    if (mistake) mistakes.push(mistake);
    else if (value !== '') terms.push(term);
  }
  return { terms, mistakes };
}

function mistakeOf({ operator, value }: Term): string | null {
  if ((operator === 'before' || operator === 'after') && !day.test(value))
    return `“${operator}:${value}”: write the day as in ${operator}:2031-01-31.`;
  if (operator === 'has' && value !== 'attachment') return `“has:${value}”: only has:attachment is known.`;
  if (operator === 'is' && !['read', 'unread', 'starred'].includes(value))
    return `“is:${value}”: is:read, is:unread and is:starred are known.`;
  return null;
}
