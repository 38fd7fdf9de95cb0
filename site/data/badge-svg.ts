import { type Badge, badgeColours } from './badge.ts';
import { escapeXml } from './xml.ts';

const padding = 6;

/** Both halves are as wide as their text is in Verdana of 11 pixels; `textLength` fits any other font into that. */
export function badgeSvg({ label, message, color }: Badge): string {
  const left = widthOf(label);
  const right = widthOf(message);
  const split = left + 2 * padding;
  const width = split + right + 2 * padding;
  const name = escapeXml(`${label}: ${message}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${name}">
<title>${name}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${split}" height="20" fill="#30373c"/><rect x="${split}" width="${width - split}" height="20" fill="${badgeColours[color]}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
<text x="${padding}" y="14" textLength="${left}">${escapeXml(label)}</text>
<text x="${split + padding}" y="14" textLength="${right}">${escapeXml(message)}</text>
</g>
</svg>
`;
}

/** Advance widths of Verdana at 11 pixels, rounded to halves; anything else is as wide as a Chinese character. */
const widths: readonly [RegExp, number][] = [
  [/[ijlI|'.,:;!]/, 4],
  [/[ ()[\]frt/\\-]/, 4.5],
  [/[mMWw@%—]/, 10.5],
  [/[A-Z&+=<>~…–]/, 8.5],
  [/[\u0020-\u024f]/, 7],
];

function widthOf(text: string): number {
  const sum = [...text].reduce(
    (total, char) => total + (widths.find(([chars]) => chars.test(char))?.[1] ?? 11),
    0,
  );
  return Math.ceil(sum);
}
