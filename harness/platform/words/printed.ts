/**
 * Text for a terminal or a log, whoever wrote it: control characters and what changes the direction of text are shown
 * as `\u001b`, and what GitHub's runner takes for a command at the start of a line, or anywhere, is none any more. Line
 * breaks and tabs stay. JSON keeps its value.
 */
export function printed(text: string): string {
  return (
    text
      .replaceAll('\r\n', '\n')
      .replace(/(?![\n\t])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, escaped)
      // The runner looks behind the white space that a line begins with.
      .replace(/^([^\S\n]*):(?=:)/gm, '$1\\u003a')
      .replaceAll('##[', '#\\u0023[')
  );
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
