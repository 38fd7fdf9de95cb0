const width = 80;
const maxLines = 5;

/** Names with commas between, in indented lines that fit a terminal; of very many the first, and how many more. */
export function nameLines(names: readonly string[], indent = '  '): string[] {
  const lines: string[] = [];
  for (const [index, name] of names.entries()) {
    const word = index === names.length - 1 ? name : `${name},`;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
      continue;
    }
    if (lines.length === maxLines) return [...lines, `${indent}and ${names.length - index} more`];
    lines.push(`${indent}${word}`);
  }
  return lines;
}
