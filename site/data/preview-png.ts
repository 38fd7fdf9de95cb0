import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { digest } from '../../harness/platform/digest.ts';
import { writeAtomically } from '../../harness/platform/files/write-atomically.ts';
import { settings } from '../../harness/publish/board/settings.ts';
import project from '../../package.json' with { type: 'json' };
import { type Box, previewSize } from './preview.ts';

const weights = [400, 700] as const;

/** Drawn only where `cacheFolder` does not have the picture of the same boxes by the same package yet. */
export async function previewPng(boxes: Box, cacheFolder: string): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(cacheFolder, `preview-${digest({ boxes, drawnBy: project })}.png`);
  if (existsSync(file)) return new Uint8Array(readFileSync(file));
  const png = await draw(boxes);
  try {
    // Whole or not at all, for two builds may draw at once.
    writeAtomically(file, png);
  } catch {
    // Where nothing can be kept, the next build draws again.
  }
  return png;
}

/** Both libraries take a third of a second to load and draw, so they are loaded only when there is something to draw. */
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
