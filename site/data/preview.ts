import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { digest } from '../../harness/platform/digest.ts';
import { writeAtomically } from '../../harness/platform/files/write-file.ts';
import { clip, formatPercent } from '../../harness/platform/words/format.ts';
import type { Stamp } from '../../harness/publish/board/data-file.ts';
import { compared, formatDate, visible } from '../../harness/publish/board/format.ts';
import type { GroupedRow } from '../../harness/publish/board/leaderboard.ts';
import { settings } from '../../harness/publish/board/settings.ts';
import { isOfAgent } from '../../harness/results/records/run-facts.ts';
import project from '../../package.json' with { type: 'json' };
import type { Card } from '../history/cards.ts';

/** A box of the picture with its content: the input of satori, in the shape of a React element. */
export type Box = {
  type: 'div';
  props: { style: Record<string, string | number>; children: string | Box[] };
};

const previewSize = { width: 1200, height: 630 };

/** The picture of a shared link: the score of an agent with its interval, or the state of the gate without a number. */
export function previewOf(headline: GroupedRow | null, { synthetic }: Stamp, title = 'contract-bench'): Box {
  return framed(
    title,
    synthetic,
    headline === null
      ? [box({ fontSize: 96, fontWeight: 700 }, 'Servers and agents, measured')]
      : [scoreOf(headline)],
  );
}

function scoreOf({ group, row: { score, startedAt, ...what } }: GroupedRow): Box {
  if (!isOfAgent(group.kind)) return gateOf(score);
  const span = score.wilson95?.map(formatPercent).join(' to ');
  return box(column, [
    box({ fontSize: 40, ...oneLine }, short(group.suite)),
    box({ fontSize: 136, fontWeight: 700 }, `${score.passed} / ${score.total}`),
    ...(span ? [box({ fontSize: 34, color: '#5a6065' }, `95 % interval on these tasks ${span}`)] : []),
    box({ fontSize: 34, marginTop: 16, ...oneLine }, short(compared(what))),
    box({ fontSize: 34, color: '#5a6065' }, formatDate(startedAt)),
  ]);
}

function gateOf({ passed, total }: GroupedRow['row']['score']): Box {
  const gate = total > 0 && passed === total ? 'Gate: green' : 'Gate: red';
  return box(column, [
    box({ fontSize: 96, fontWeight: 700 }, 'Replay of recorded calls'),
    box({ fontSize: 40, color: '#5a6065' }, gate),
  ]);
}

/** The card of a page with its own number. */
export function cardOf({ head, big, lines }: Card, { synthetic }: Stamp, title: string): Box {
  return framed(title, synthetic, [
    box({ fontSize: 44, ...oneLine }, short(head)),
    box({ fontSize: 136, fontWeight: 700, ...oneLine }, short(big)),
    ...lines.map((text) => box({ fontSize: 34, color: '#5a6065', ...oneLine }, short(text))),
  ]);
}

function framed(title: string, synthetic: boolean | undefined, content: Box[]): Box {
  return box({ ...column, ...previewSize, justifyContent: 'space-between', ...paper }, [
    box({ ...row, fontSize: 40, fontWeight: 700 }, [
      box({ color: '#0f5b57', ...oneLine }, short(title)),
      ...(synthetic ? [box(warning, 'SYNTHETIC')] : []),
    ]),
    box(column, content),
    box({ fontSize: 30, color: '#5a6065' }, 'MCP browser servers and agents, measured'),
  ]);
}

const row = { display: 'flex', justifyContent: 'space-between' };
const column = { display: 'flex', flexDirection: 'column' };
const paper = {
  boxSizing: 'border-box',
  padding: 64,
  background: '#fbfaf6',
  color: '#1c1f21',
  fontFamily: 'Inter',
};
const warning = { color: '#ffffff', background: '#a8261b', padding: '4px 24px', borderRadius: 6 };

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' };

function box(style: Box['props']['style'], children: string | Box[]): Box {
  return { type: 'div', props: { style, children } };
}

/** More than fits on a line even of the narrowest letters. */
function short(text: string): string {
  return clip(visible(clip(text, 160)).replaceAll('\n', ' '), 160).toWellFormed();
}

const weights = [400, 700] as const;

/** Drawn only if `cacheFolder` lacks the picture of these boxes by this version of the package. */
export async function previewPng(boxes: Box, cacheFolder: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(cacheFolder, `preview-${digest({ boxes, drawnBy: project })}.png`);
  if (existsSync(file)) return new Uint8Array(readFileSync(file));
  const png = await draw(boxes);
  try {
    // Written whole or not at all, because two builds may draw at once.
    writeAtomically(file, png);
  } catch {
    // Without a writable cache, the next build draws again.
  }
  return png;
}

/** Both libraries take a third of a second to load and draw, so they are loaded only for a missing picture. */
async function draw(boxes: Box): Promise<Uint8Array<ArrayBuffer>> {
  const [{ default: satori }, { default: sharp }] = await Promise.all([import('satori'), import('sharp')]);
  const { resolve } = createRequire(join(settings.packageRoot, 'package.json'));
  const fonts = weights.map((weight) => ({
    name: 'Inter',
    weight,
    style: 'normal' as const,
    data: readFileSync(resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)),
  }));
  const svg = await satori(boxes, { ...previewSize, fonts });
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer());
}
