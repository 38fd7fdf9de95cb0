/**
 * Untrusted text for a terminal or a log: control characters and direction marks are shown as `\u001b`, and commands of
 * GitHub's runner are made harmless. Line breaks and tabs stay. JSON keeps its value.
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
