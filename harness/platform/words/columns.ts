import { fixed } from './format.ts';

/** What fits every terminal, and the same text in a log. */
const terminalWidth = 80;
const gap = '  ';
/** Narrower than this a last column of sentences is hard to read. */
const minSentence = 24;

/**
 * Columns padded to their widest cell, in lines that fit a terminal: a last column of sentences wraps, and columns that do
 * not fit are in a second table below, with the first column again. With an infinite width, each row is one line.
 */
export function align(rows: readonly (readonly string[])[], width = terminalWidth): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) => widthOf(rows, column));
  // An empty column takes no room.
  if (widths.at(-1) === 0)
    return align(
      rows.map((row) => row.slice(0, count - 1)),
      width,
    );
  const bands = bandsOf(widths, rows, width);
  return bands.flatMap((columns, index) => [
    ...(index > 0 ? [''] : []),
    ...rows.flatMap((row) => linesOf(row, columns, widths, width)),
  ]);
}

function widthOf(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(...rows.map((row) => (row[column] ?? '').length));
}

/** Which columns stand beside each other. */
function bandsOf(widths: readonly number[], rows: readonly (readonly string[])[], width: number): number[][] {
  const all = widths.map((_, column) => column);
  const used = (columns: readonly number[]) =>
    columns.reduce((sum, column) => sum + (widths[column] ?? 0), gap.length * (columns.length - 1));
  if (used(all) <= width) return [all];
  const last = all.length - 1;
  const isSentence = rows.some((row) => (row[last] ?? '').includes(' '));
  if (last > 0 && isSentence && used(all.slice(0, -1)) + gap.length + minSentence <= width) return [all];
  const bands: number[][] = [];
  for (const column of all.slice(1)) {
    const band = bands.at(-1);
    if (band && used([...band, column]) <= width) band.push(column);
    else bands.push([0, column]);
  }
  return bands.length > 0 ? bands : [all];
}

function linesOf(
  row: readonly string[],
  columns: readonly number[],
  widths: readonly number[],
  width: number,
): string[] {
  const padded = columns.slice(0, -1).map((column) => (row[column] ?? '').padEnd(widths[column] ?? 0) + gap);
  const before = padded.join('');
  const room = Math.max(minSentence, width - before.length);
  const [first = '', ...more] = wrap(row[columns.at(-1) ?? 0] ?? '', room);
  return [`${before}${first}`.trimEnd(), ...more.map((line) => `${' '.repeat(before.length)}${line}`)];
}

/** Between words alone: a path or a command line stays as it can be copied. */
function wrap(text: string, room: number): string[] {
  if (text.length <= room) return [text];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function seconds(ms: number | null): string {
  return ms === null ? '-' : `${fixed(ms / 1000, 2)} s`;
}

/** Every digit and no exponent: 0.0000425, not 4.25e-5. */
export function decimal(value: number): string {
  return value.toFixed(12).replace(/\.?0+$/, '');
}
