import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

const types: Readonly<Record<string, string>> = {
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  url: 'a URL',
  datetime: 'a date with its time, as in 2026-01-31T12:00:00Z',
  date: 'a date, as in 2026-01-31',
};

/** What a schema wants of a value, as our own messages say it: `must be a number`. What a schema says itself stays. */
export function issueWords(issue: Issue): string {
  const { message } = issue;
  if (!/^(Invalid|Too (small|big))\b/.test(message)) return message;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeWords(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map((value) => (typeof value === 'string' ? value : String(value))).join(', ')}`;
    case 'invalid_union':
      return unionWords(issue);
    case 'invalid_format':
      return issue.format === 'regex' && issue.pattern !== undefined
        ? `must match ${issue.pattern}`
        : `must be ${formats[issue.format] ?? `of the form ${issue.format}`}`;
    case 'invalid_key':
      return `its name ${issue.issues.map(issueWords).join(' and ')}`;
    case 'too_small':
      return boundWords(issue.origin, Number(issue.minimum), issue.inclusive ? 'at least' : 'above', issue);
    case 'too_big':
      return boundWords(issue.origin, Number(issue.maximum), issue.inclusive ? 'at most' : 'below', issue);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return message;
  }
}

/** What was found in its place, where the issue alone says so and the value may not be printed. */
export function typeFound({ code, message }: Issue): string | null {
  const [, type = null] = code === 'invalid_type' ? (/, received (\w+)$/.exec(message) ?? []) : [];
  return type === 'undefined' ? 'nothing' : type && typeWords(type);
}

function typeWords(type: string): string {
  return types[type] ?? `a ${type}`;
}

/** Of a union that tells its members apart by a field, the values of the field; of types, the types. */
function unionWords(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const { errors, message } = issue;
  // The type lacks what zod says of a field that tells the members apart.
  if ('options' in issue && Array.isArray(issue.options) && issue.options.length > 0)
    return `must be one of ${issue.options.map(String).join(', ')}`;
  const wanted = errors.map(([first, ...more]) =>
    first && more.length === 0 && first.path.length === 0 ? issueWords(first) : null,
  );
  const known = wanted.filter((words) => words?.startsWith('must be ') === true);
  if (known.length === 0 || known.length < wanted.length)
    return `fits no form that is allowed${restOf(message)}`;
  return [...new Set(known)]
    .map((words, at) => (at === 0 ? words : words?.slice('must be '.length)))
    .join(' or ');
}

function restOf(message: string): string {
  return message === 'Invalid input' ? '' : ` (${message})`;
}

const units: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
};

function boundWords(
  origin: string,
  bound: number,
  comparison: string,
  { exact }: { exact?: boolean },
): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${comparison} ${bound}`;
  if (origin === 'string' && bound === 1 && comparison === 'at least') return 'must not be empty';
  return `must have ${exact ? 'exactly' : comparison} ${bound} ${unit}${bound === 1 ? '' : 's'}`;
}
