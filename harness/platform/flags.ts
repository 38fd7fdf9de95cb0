import { UserError } from './errors/user-error.ts';

/** An option as data. `Value` is passed to the command: null, or `fallback`, if the option is not given. */
export type Flag<Value> = {
  /** Placeholder of the value in help, `<n>`; null: the option takes none. */
  placeholder: string | null;
  summary: string;
  fallback: Value;
  required?: true;
  /** Whether only `--no-<name>` exists, which turns it off. */
  onByDefault?: true;
  /** Help of `--no-<name>`, if both forms exist; it makes the value false. */
  negation?: string;
  choices?: readonly string[];
  /** What a configuration may say in its place; `text` where it is not given, `switch` where it takes no value. */
  takes?: Taken;
  /** Default from the project: its folder of reports, or the first of its servers. */
  ofProject?: 'reports' | 'server';
  /** Throws `UserError`. `before` is the value of the same option given earlier. */
  parse?(text: string, before: Value): Value;
};

/** A value as data has it. */
export type Taken =
  | { kind: 'text' | 'texts' | 'switch' }
  | { kind: 'integer'; min: number; max: number }
  | { kind: 'amount'; min?: number; above?: number; max?: number }
  | { kind: 'like'; pattern: RegExp; allowed: string };

/** As it is typed: `--max-usd`; of one that is on by default what turns it off. */
export function flagName(name: string, { onByDefault }: Pick<Flag<never>, 'onByDefault'> = {}): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${onByDefault ? 'no-' : ''}${words}`;
}

/** A word after the command, `<folder>`, `<folder...>` or `[folder]`. */
export type Argument<Value> = { name: string; fallback: Value };

export function word(name: `<${string}>`): Argument<string> {
  return { name, fallback: '' };
}

export function words(name: `<${string}...>`): Argument<readonly string[]> {
  return { name, fallback: [] };
}

export function optionalWord(name: `[${string}]`): Argument<string | null> {
  return { name, fallback: null };
}

export function text(placeholder: string, summary: string): Flag<string | null> {
  return { placeholder, summary, fallback: null };
}

export function textOr(fallback: string, placeholder: string, summary: string): Flag<string> {
  return { placeholder, summary, fallback };
}

/** Where reports are: the project's own folder, or another. */
export function reportsFolder(summary: string): Flag<string> {
  return { ...textOr('reports', '<folder>', summary), ofProject: 'reports' };
}

export function requiredText(placeholder: string, summary: string): Flag<string> {
  return { placeholder, summary, fallback: '', required: true };
}

/** Given again or with commas. */
export function texts(placeholder: string, summary: string): Flag<readonly string[]> {
  const parse = (value: string, before: readonly string[]) => [
    ...before,
    ...value.split(',').filter(Boolean),
  ];
  return { placeholder, summary, fallback: [], parse, takes: { kind: 'texts' } };
}

export function on(summary: string): Flag<boolean> {
  return { placeholder: null, summary, fallback: false };
}

/** `--no-<name>`. */
export function unless(summary: string): Flag<boolean> {
  return { placeholder: null, summary, fallback: true, onByDefault: true };
}

export function choiceOr<const Choice extends string, Fallback extends Choice | null>(
  fallback: Fallback,
  choices: readonly Choice[],
  placeholder: string,
  summary: string,
): Flag<Choice | Fallback> {
  return { placeholder, summary, fallback, choices };
}

type Range = { min: number; max: number };

export function integer(placeholder: string, summary: string, range: Range): Flag<number | null> {
  return {
    placeholder,
    summary,
    fallback: null,
    parse: integerIn(range),
    takes: { kind: 'integer', ...range },
  };
}

export function integerOr(
  fallback: number,
  placeholder: string,
  summary: string,
  range: Range,
): Flag<number> {
  return { placeholder, summary, fallback, parse: integerIn(range), takes: { kind: 'integer', ...range } };
}

/** A number of at least `min`, or above `above`, and at most `max`. */
export function amount(
  placeholder: string,
  summary: string,
  range: { min: number; max?: number } | { above: number; max: number },
): Flag<number | null> {
  const { max = Number.POSITIVE_INFINITY } = range;
  const allows = (value: number) =>
    ('min' in range ? value >= range.min : value > range.above) && value <= max;
  const least = 'min' in range ? `of at least ${range.min}` : `above ${range.above}`;
  const allowed = Number.isFinite(max) ? `${least} and at most ${max}` : least;
  return {
    placeholder,
    summary,
    fallback: null,
    takes: { kind: 'amount', ...range },
    parse: (given) => {
      const value = given.trim() === '' ? Number.NaN : Number(given);
      if (Number.isFinite(value) && allows(value)) return value;
      throw new UserError(`found "${given}"; allowed is a number ${allowed}.`);
    },
  };
}

/** A text of a form that a command parses when it runs. */
export function textLike(
  pattern: RegExp,
  allowed: string,
  placeholder: string,
  summary: string,
): Flag<string | null> {
  return {
    placeholder,
    summary,
    fallback: null,
    takes: { kind: 'like', pattern, allowed },
    parse: (given) => {
      if (pattern.test(given)) return given;
      throw new UserError(`found "${given}"; allowed is ${allowed}.`);
    },
  };
}

/** `i/n`. */
export function part(placeholder: string, summary: string): Flag<{ index: number; count: number } | null> {
  return {
    placeholder,
    summary,
    fallback: null,
    takes: { kind: 'like', pattern: /^\d{1,4}\/\d{1,4}$/, allowed: 'i/n with i from 1 to n, as in 1/4' },
    parse: (given) => {
      const [, index = 0, count = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(given) ?? []).map(Number);
      if (index >= 1 && index <= count) return { index, count };
      throw new UserError(`found "${given}"; allowed is i/n with i from 1 to n, as in 1/4.`);
    },
  };
}

function integerIn({ min, max }: Range) {
  return (given: string): number => {
    const value = Number(given);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new UserError(`found "${given}"; allowed is a whole number from ${min} to ${max}.`);
  };
}
