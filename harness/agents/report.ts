import { jsonOrUndefined } from '../platform/errors/json.ts';

/** The final report of an agent; null for missing parts. All interfaces read it with this file. */
export type Report = {
  success: boolean | null;
  answer: string | null;
  /** Its own count of its steps, if it reports one. */
  steps?: number;
};

/**
 * The report in the arguments of `done`. An answer other than a text, a finite number or a boolean counts as missing.
 */
export function reportOf(args: unknown): Report {
  const { success = null, answer = null, steps } = isObject(args) ? args : {};
  const parsed = success === 'true' ? true : success === 'false' ? false : success;
  return { success: typeof parsed === 'boolean' ? parsed : null, answer: textOf(answer), ...stepsOf(steps) };
}

/** The report in a file with the arguments of `done`, or with the answer alone; null for an empty file. */
export function reportInFile(text: string): Report | null {
  const plain = text.replace(/^\uFEFF/, '');
  const value = jsonOrUndefined(plain);
  if (isObject(value) && ['answer', 'success', 'steps'].some((name) => name in value)) return reportOf(value);
  const answer = answerInWords(plain) ?? textOf(plain);
  return answer === null ? null : { success: null, answer };
}

/**
 * The answer in the last line of a message, after `ANSWER:`; null if there is none. Chat models may put Markdown marks
 * around the line or its first word.
 */
export function answerInWords(text: string): string | null {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  const [, mark = '', rest = ''] = /^[ \t]*(\*{0,2}|_{0,2})ANSWER:[ \t]*(\S.*)$/.exec(line) ?? [];
  const start = rest.startsWith(mark) ? mark.length : 0;
  const end = start === 0 && rest.endsWith(mark) ? mark.length : 0;
  return rest.slice(start, rest.length - end).trim() || null;
}

function stepsOf(steps: unknown): Pick<Report, 'steps'> {
  return typeof steps === 'number' && Number.isInteger(steps) && steps >= 0 ? { steps } : {};
}

function textOf(answer: unknown): string | null {
  const isSaid = typeof answer === 'string' || typeof answer === 'boolean' || Number.isFinite(answer);
  return (isSaid && String(answer).trim()) || null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
