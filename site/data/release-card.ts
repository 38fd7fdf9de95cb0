import { clip } from '../../harness/platform/words/format.ts';
import { visible } from '../../harness/publish/board/format.ts';
import type { ReleaseNumber } from '../history/release-numbers.ts';
import { escapeXml } from './text-response.ts';

/** The colours of the site. A picture that other pages load cannot take them from a style sheet. */
export const cardThemes = {
  light: { paper: '#fbfaf6', ink: '#1c1f21', quiet: '#5a6065', accent: '#0f5b57', line: '#dedad0' },
  dark: { paper: '#121517', ink: '#e9e7e1', quiet: '#a2a8ad', accent: '#74cdc4', line: '#30373c' },
};
export type CardTheme = keyof typeof cardThemes;

const size = { width: 480, row: 30, head: 62, foot: 34 };
const mostRows = 6;

/** A release as a picture with text: its name, at most six numbers, and where they are from. */
export function releaseCard(
  { title, numbers, foot }: { title: string; numbers: readonly ReleaseNumber[]; foot: string },
  theme: CardTheme,
): string {
  const { ink, quiet } = cardThemes[theme];
  const rows = numbers.slice(0, mostRows).map(({ value, words }) => ({
    words: `${value} ${words}`,
    svg: (y: number) =>
      `<text x="150" y="${y}" text-anchor="end" font-weight="700" fill="${ink}">${shown(value, 16)}</text><text x="164" y="${y}" fill="${quiet}">${shown(words, 44)}</text>`,
  }));
  return cardOf({ title, rows, without: 'No part was measured.', foot }, theme);
}

/** The changes of a release since an earlier one, at most six, the most important first. */
export function changeCard(
  { title, since, words, foot }: { title: string; since: string; words: readonly string[]; foot: string },
  theme: CardTheme,
): string {
  const left = words.length - mostRows;
  const told = left > 0 ? [...words.slice(0, mostRows - 1), `and ${left + 1} more changes`] : words;
  const rows = told.map((each) => ({
    words: each,
    svg: (y: number) => `<text x="20" y="${y}" fill="${cardThemes[theme].ink}">${shown(each, 58)}</text>`,
  }));
  return cardOf({ title: `${title} since ${since}`, rows, without: 'No difference.', foot }, theme);
}

const shown = (text: string, most: number) => escapeXml(clip(visible(text), most));

type Row = { words: string; svg: (y: number) => string };

function cardOf(
  { title, rows, without, foot }: { title: string; rows: readonly Row[]; without: string; foot: string },
  theme: CardTheme,
): string {
  const { paper, quiet, accent, line } = cardThemes[theme];
  const height = size.head + Math.max(1, rows.length) * size.row + size.foot;
  const name = shown(`${title}: ${rows.map(({ words }) => words).join(', ')}`, 400);
  const lines = rows.map(({ svg }, at) => svg(size.head + at * size.row + 20));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${height}" width="${size.width}" height="${height}" role="img" aria-label="${name}">
<title>${name}</title>
<rect x="0.5" y="0.5" width="${size.width - 1}" height="${height - 1}" rx="8" fill="${paper}" stroke="${line}"/>
<g font-family="Inter,system-ui,sans-serif" font-size="15">
<text x="20" y="38" font-size="21" font-weight="700" fill="${accent}">${shown(title, 38)}</text>
${rows.length === 0 ? `<text x="20" y="${size.head + 20}" fill="${quiet}">${without}</text>` : lines.join('\n')}
<text x="20" y="${height - 14}" font-size="12" fill="${quiet}">${shown(foot, 70)}</text>
</g>
</svg>
`;
}
