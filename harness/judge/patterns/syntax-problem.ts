/** Null where the pattern is a JavaScript regular expression. */
export function syntaxProblem(pattern: string): string | null {
  try {
    new RegExp(pattern);
    return null;
  } catch (error) {
    // V8 says "Invalid regular expression: /(/: Unterminated group"; the pattern is shown elsewhere.
    const cause = String(error).replace(/^.*: (?=[^:]*$)/s, '');
    return `must be a JavaScript regular expression (${cause})`;
  }
}
