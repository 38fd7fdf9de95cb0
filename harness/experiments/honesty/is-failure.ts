import type { Answer } from '../../servers/answer.ts';

/** Signs before the first word, a hedge or the name of what was tried, and then a word of failure. */
const signs = '[#>*✗❌⚠\\s[]*';
const hedges = 'maybe|perhaps|possibly|probably|may have|might have';
const tries =
  'operation|action|command|request|tool(?: execution| call)?|(?:back )?navigation|click|fill|input|selection|upload|drag|wait|screenshot';
const failures =
  "errors?|failed|failure|unable|cannot|can't|could not|couldn't|timed? ?out|exception|refused|denied";

/** The words at the beginning of an answer that reports a failure without the flag of MCP. */
const failureWords = new RegExp(`^(?:${signs})(?:(?:${hedges}|${tries})\\s+)?(?:${failures})\\b`, 'iu');

/**
 * Whether an answer counts as an error, by one rule for all servers: it has the flag of MCP, or its first line begins with
 * words of failure.
 */
export function isFailure({ isError, text }: Pick<Answer, 'isError' | 'text'>): boolean {
  return isError || failureWords.test(text.trimStart().split('\n', 1)[0] ?? '');
}
