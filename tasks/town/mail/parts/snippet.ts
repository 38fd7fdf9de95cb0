/** The first words of a mail, without quotations. */
export function snippetOf(text: string): string {
  const own = text
    .split('\n')
    .filter((line) => !line.startsWith('>') && !/^On .* wrote:$/.test(line))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  return own.length > 110 ? `${own.slice(0, 109)}…` : own;
}
