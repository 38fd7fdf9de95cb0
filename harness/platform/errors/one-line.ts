/**
 * What a page or a file said, on one line: GitHub could take what begins a line of its own for a command, and a terminal
 * what follows an escape.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
