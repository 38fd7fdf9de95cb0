export type Place = { as: 'exact' | 'whitespace' | 'case'; piece: number; start: number; end: number };

/** Characters. A longer hint is not worth a huge regular expression, nor a huge piece of the page. */
const longestHint = 1000;

/**
 * Finds a wanted string in a text: exactly, else after folding whitespace or case (a no-break space, a heading in
 * capitals). Folding uses a regular expression made of literals. So the result does not depend on the text around the
 * place, and a piece of a text never contains what the whole did not.
 */
export function locate(pieces: readonly string[], wanted: string): Place | null {
  for (const [piece, text] of pieces.entries()) {
    const start = text.indexOf(wanted);
    if (start >= 0) return { as: 'exact', piece, start, end: start + wanted.length };
  }
  const words = wanted.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0 || wanted.length > longestHint) return null;
  return (
    find(pieces, 'whitespace', new RegExp(words.map(literally).join('\\s+'))) ??
    find(pieces, 'case', new RegExp(literally(wanted), 'i'))
  );
}

function find(pieces: readonly string[], as: Place['as'], pattern: RegExp): Place | null {
  for (const [piece, text] of pieces.entries()) {
    const found = pattern.exec(text);
    if (found !== null && found[0].length <= longestHint) {
      return { as, piece, start: found.index, end: found.index + found[0].length };
    }
  }
  return null;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
