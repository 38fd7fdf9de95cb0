/** A table of a document, as the text of its cells. */
export type DocTable = { head: readonly string[]; rows: readonly (readonly string[])[]; after: string };

/**
 * The table that a command writes into a document between `<!-- name: … -->` and `<!-- /name -->`, and what stands below
 * it there. Null where there is no such place, or nothing was written. Throws where something else stands there.
 */
export function docTable(text: string, name: string): DocTable | null {
  const fail = (what: string) => new Error(`the table "${name}" of the document: ${what}`);
  const [opening] = new RegExp(`^<!-- ${name}: [^\\n]*-->$`, 'm').exec(text) ?? [];
  if (opening === undefined) return null;
  const start = text.indexOf(opening) + opening.length;
  const end = text.indexOf(`<!-- /${name} -->`, start);
  if (end < 0) throw fail(`must end with <!-- /${name} -->`);
  const lines = text.slice(start, end).trim().split('\n');
  if (lines.join('') === '') return null;
  const isRow = (line: string) => line.startsWith('|');
  const below = lines.findIndex((line) => !isRow(line));
  const table = below < 0 ? lines : lines.slice(0, below);
  const after = below < 0 ? [] : lines.slice(below);
  if (after.some(isRow)) throw fail('must be one table');
  const [head = [], rule = [], ...rows] = table.map(cellsOf);
  if (rule.length !== head.length || !rule.every((cell) => /^:?-{3,}:?$/.test(cell)))
    throw fail('must begin with a head and a rule below it');
  const odd = rows.find((row) => row.length !== head.length);
  if (odd) throw fail(`each row must have ${head.length} cells; found ${odd.join(' | ')}`);
  return { head, rows, after: after.join('\n').trim() };
}

function cellsOf(line: string): string[] {
  // A bar with a backslash is no border.
  return line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
}
