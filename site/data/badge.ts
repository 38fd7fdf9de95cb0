import { clip, fixed, formatCount } from '../../harness/platform/words/format.ts';
import type { Stamp } from '../../harness/publish/board/data-file.ts';
import { compared, formatDate, frameName, visible } from '../../harness/publish/board/format.ts';
import type { GroupedRow } from '../../harness/publish/board/leaderboard.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import { releaseNumbers } from '../history/release-numbers.ts';
import type { ReleasePage } from '../history/release-pages.ts';
import { releaseKey } from '../history/releases.ts';
import { type BoardServer, nativesOf, type ServerBoard, taskTokens } from '../history/servers.ts';
import { escapeXml } from './text-response.ts';

/** Colour names of shields.io, with the colours of the SVG badges. */
const badgeColours = {
  brightgreen: '#22863a',
  red: '#b3261e',
  blue: '#0b62a8',
  lightgrey: '#6a7076',
} as const;

export type Badge = { label: string; message: string; color: keyof typeof badgeColours };

const freshMs = 30 * 24 * 60 * 60 * 1000;

/**
 * The badge of a row. A replay is a gate: green if all of it passed, otherwise red, without a number that could be read as a
 * score. An agent's score is blue, because it is a measurement and not a gate. Other rows show their kind. Grey: no run, a run
 * older than 30 days, or a run that is not attested (the badge then says so).
 */
export function badgeOf(headline: GroupedRow | null, { asOf, synthetic }: Stamp): Badge {
  const mark = synthetic ? 'SYNTHETIC ' : '';
  if (headline === null)
    return { label: `${mark}contract-bench`, message: 'no attested run yet', color: 'lightgrey' };
  const { group, row } = headline;
  const { passed, total } = row.score;
  const old = asOf !== null && Date.parse(asOf) - Date.parse(row.startedAt) > freshMs;
  const isGreen = total > 0 && passed === total;
  const label = clip(visible(`${mark}${group.suite}: ${compared(row)}`), 80).toWellFormed();
  const found = isOfAgent(group.kind) ? scored(row) : (framed(group.kind) ?? gated(isGreen));
  const message = `${found.message}, ${formatDate(row.startedAt)}${row.attested ? '' : ', not attested'}`;
  return { label, message, color: old || !row.attested ? 'lightgrey' : found.color };
}

/**
 * Badges of servers by id. `<id>`: what it can do by its own tools. `<id>.tokens`: the cost of a task on the first suite of the
 * board. `<id>-<version>.tokens`: the same for a release, which a page of that release can show permanently.
 */
export function serverBadges(
  { servers, releases }: Pick<ServerBoard, 'servers' | 'releases'>,
  suiteName: (id: string) => string,
  { asOf, synthetic }: Stamp,
): [id: string, Badge][] {
  const isOld = (at: string) => asOf !== null && Date.parse(asOf) - Date.parse(at) > freshMs;
  type Priced = Pick<BoardServer, 'title' | 'version' | 'cost' | 'suites'>;
  const badge = ({ title, version }: Priced, at: string, message: string): Badge => ({
    label: `${synthetic ? 'SYNTHETIC ' : ''}${title} ${version}`,
    message,
    color: isOld(at) ? 'lightgrey' : 'blue',
  });
  const cost = (id: string, server: Priced): [string, Badge][] => {
    const [first] = server.suites;
    const tokens = first && taskTokens(server, first);
    if (!first || !server.cost || typeof tokens !== 'number') return [];
    const message = `${formatCount(Math.round(tokens))} tokens per task (${suiteName(first.suite)})`;
    return [[`${id}.tokens`, badge(server, server.cost.at, message)]];
  };
  return [
    ...servers.flatMap((server): [string, Badge][] => {
      const { id, capabilities } = server;
      const can = capabilities && `${nativesOf(capabilities)} of ${capabilities.cells.length} by its tools`;
      return [
        ...(can ? [[id, badge(server, capabilities.at, can)] as [string, Badge]] : []),
        ...cost(id, server),
      ];
    }),
    ...releases.flatMap(({ cost: record, suites }) => {
      const { id, title, version } = record.server;
      return cost(`${id}-${version}`, { title, version, cost: record, suites });
    }),
  ];
}

/** Badges of releases by their names: the first of the numbers of a release, which a page of that release can show permanently. */
export function releaseBadges(
  pages: readonly ReleasePage[],
  suiteName: (id: string) => string,
  { synthetic }: Stamp,
): [id: string, Badge][] {
  return pages.flatMap((page): [string, Badge][] => {
    const [first] = releaseNumbers(page, suiteName);
    const label = `${synthetic ? 'SYNTHETIC ' : ''}${page.title} ${page.version}`;
    return first
      ? [[releaseKey(page), { label, message: `${first.value} ${first.words}`, color: 'blue' }]]
      : [];
  });
}

type BadgeText = Pick<Badge, 'message' | 'color'>;

function scored({ score: { passed, total, wilson95 } }: GroupedRow['row']): BadgeText {
  const span = wilson95?.map((bound) => fixed(bound * 100, 0)).join('–');
  return { message: `${passed} / ${total}${span ? ` (${span} % on these tasks)` : ''}`, color: 'blue' };
}

function framed(kind: GroupedRow['group']['kind']): BadgeText | null {
  const name = frameName(kind);
  return name === null ? null : { message: `${name}, no agent`, color: 'lightgrey' };
}

function gated(isGreen: boolean): BadgeText {
  return isGreen ? { message: 'gate: green', color: 'brightgreen' } : { message: 'gate: red', color: 'red' };
}

/** In the endpoint format of shields.io. */
export function shieldsBadge(badge: Badge) {
  return { schemaVersion: 1, ...badge };
}

const padding = 6;

/** Each half is as wide as its text in Verdana of 11 pixels; `textLength` fits other fonts into that width. */
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

/** The citation of a row, with the commit of its results: without it, a number is ambiguous. */
export function citeOf({ group, row }: GroupedRow, address: string, synthetic: boolean): string {
  const { passed, total } = row.score;
  const by = synthetic ? 'SYNTHETIC, invented to show the site. ' : '';
  return (
    `${by}contract-bench, ${group.suite}: ${visible(compared(row))}, ${passed} of ${total} episodes passed. ` +
    `Results of commit ${row.sha.slice(0, 12)}, run ${row.runId}, ${formatDate(row.startedAt)}, ` +
    `comparability key ${group.comparabilityKey.slice(0, 12)}. ${address}`
  );
}

/** A badge in Markdown that links to the page of its row. */
export function badgeMarkdown({ group }: GroupedRow, badge: string, page: string): string {
  return `[![contract-bench: ${group.suite}](${badge})](${page})`;
}
