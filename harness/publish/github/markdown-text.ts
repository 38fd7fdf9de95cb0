/**
 * Text of others as Markdown that shows it and nothing more. Character references stand for no structure (no table
 * cell, link, tag or emphasis), and GitHub makes no mention and no reference of what is in `<code>`.
 */
export function markdownText(text: string, maxCharacters = 160): string {
  const shown = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const characters = [...shown];
  const cut = characters.length > maxCharacters;
  const kept = cut ? [...characters.slice(0, maxCharacters - 1), '…'] : characters;
  if (kept.length === 0) return '';
  return `<code>${kept.map((character) => (plain.test(character) ? character : reference(character))).join('')}</code>`;
}

const plain = /^[\p{L}\p{N}… ]$/u;

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}
