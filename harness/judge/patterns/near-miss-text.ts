/** What nearly is the wanted text and does not contain it, each once. */
export function nearMisses(wanted: string): { name: string; text: string }[] {
  const characters = Array.from(wanted);
  const changed = (index: number) => characters.with(index, otherCharacter(characters, index)).join('');
  const upper = wanted.toUpperCase();
  const misses = [
    { name: 'last character changed', text: changed(characters.length - 1) },
    { name: 'first character changed', text: changed(0) },
    { name: 'case changed', text: upper === wanted ? wanted.toLowerCase() : upper },
  ];
  const seen = new Set([wanted]);
  return misses.filter(({ text }) => !seen.has(text) && seen.add(text));
}

/** Both halves; none for a single character. */
export function halves(wanted: string): { name: string; text: string }[] {
  const characters = Array.from(wanted);
  const middle = Math.floor(characters.length / 2);
  if (middle === 0) return [];
  return [
    { name: 'first half', text: characters.slice(0, middle).join('') },
    { name: 'second half', text: characters.slice(middle).join('') },
  ];
}

/** Of the same sort (a digit for a digit), and one that the whole does not have. */
function otherCharacter(characters: readonly string[], index: number): string {
  const isDigit = /\d/.test(characters[index] ?? '');
  const candidates = isDigit ? '7418529630xyz' : 'xzqkvwjybfgpmhucdlnraoistexyz0';
  const free = Array.from(candidates).find((candidate) => !characters.includes(candidate));
  if (free !== undefined) return free;
  let code = 0x2460;
  while (characters.includes(String.fromCodePoint(code))) code += 1;
  return String.fromCodePoint(code);
}
