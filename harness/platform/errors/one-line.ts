/**
 * Text from a page or a file, on one line: GitHub could run the start of a line as a command, and a terminal the text
 * after an escape.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}
