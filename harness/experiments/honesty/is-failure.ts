import type { Answer } from '../../servers/answer.ts';

/** The words at the beginning of an answer that reports a failure without the flag of MCP. */
const failureWords =
  /^(?:[#>*✗❌⚠\s[]*)(?:errors?|failed|failure|unable|cannot|can't|could not|couldn't|timed? ?out|exception|refused|denied|operation failed|tool execution failed)\b/iu;

/**
 * Whether an answer counts as an error, by one rule for all servers: it has the flag of MCP, or its first line begins with
 * words of failure.
 */
export function isFailure({ isError, text }: Pick<Answer, 'isError' | 'text'>): boolean {
  return isError || failureWords.test(text.trimStart().split('\n', 1)[0] ?? '');
}
