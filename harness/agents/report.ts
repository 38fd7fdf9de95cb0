import { jsonOrUndefined } from '../platform/errors/json.ts';

/** What an agent says at its end; null where it did not say it. The one place that reads it, whatever the road. */
export type Report = { success: boolean | null; answer: string | null };

/** Of the arguments of `done`. What is neither a text, a finite number nor a boolean was not said. */
export function reportOf(args: unknown): Report {
  const { success = null, answer = null } = isObject(args) ? args : {};
  const said = success === 'true' ? true : success === 'false' ? false : success;
  return { success: typeof said === 'boolean' ? said : null, answer: textOf(answer) };
}

/** Of a file that has what `done` would take, or the answer alone; null of an empty one. */
export function reportInFile(text: string): Report | null {
  const plain = text.replace(/^\uFEFF/, '');
  const value = jsonOrUndefined(plain);
  if (isObject(value) && ('answer' in value || 'success' in value)) return reportOf(value);
  const answer = answerInWords(plain) ?? textOf(plain);
  return answer === null ? null : { success: null, answer };
}

/**
 * Of an agent that ends in words: what its last line says behind `ANSWER:`; null where it says none. Chat puts Markdown's
 * marks around the line or its first word.
 */
export function answerInWords(text: string): string | null {
  const line = text.trimEnd().split('\n').at(-1) ?? '';
  const [, mark = '', said = ''] = /^[ \t]*(\*{0,2}|_{0,2})ANSWER:[ \t]*(\S.*)$/.exec(line) ?? [];
  const start = said.startsWith(mark) ? mark.length : 0;
  const end = start === 0 && said.endsWith(mark) ? mark.length : 0;
  return said.slice(start, said.length - end).trim() || null;
}

function textOf(answer: unknown): string | null {
  const isSaid = typeof answer === 'string' || typeof answer === 'boolean' || Number.isFinite(answer);
  return (isSaid && String(answer).trim()) || null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
