import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PictureView } from '../judge/page-state.ts';
import { type Pixels, perceptualHash } from '../judge/pictures/perceptual-hash.ts';
import type { CdpConnection } from './cdp.ts';
import type { Viewport } from './session.ts';

const captureLimitMs = 3000;

/**
 * The page as a PNG at the task's viewport, even if the server under test has set another one; the override lasts for
 * this shot only. Rejects after 3 s without a screenshot.
 */
export async function captureScreenshot(
  cdp: CdpConnection,
  sessionId: string,
  viewport: Viewport,
): Promise<Buffer> {
  const metrics = { ...viewport, deviceScaleFactor: 1, mobile: false };
  const capture = (async () => {
    await cdp.send('Emulation.setDeviceMetricsOverride', metrics, sessionId);
    try {
      const { data } = await cdp.send('Page.captureScreenshot', { format: 'png' }, sessionId);
      return Buffer.from(data, 'base64');
    } finally {
      await cdp.send('Emulation.clearDeviceMetricsOverride', undefined, sessionId);
    }
  })();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no screenshot within ${captureLimitMs} ms`)), captureLimitMs);
  });
  try {
    return await Promise.race([capture, limit]);
  } finally {
    clearTimeout(timer);
    capture.catch(() => {});
  }
}

export async function screenshotHash(
  cdp: CdpConnection,
  sessionId: string,
  viewport: Viewport,
): Promise<string> {
  return hashOfPng(await captureScreenshot(cdp, sessionId, viewport));
}

async function hashOfPng(png: Uint8Array): Promise<string> {
  return perceptualHash(await pixelsOf(png));
}

/** Reads `<folder>/<class_id>/*.png`: class id -> file name -> perceptual hash. A missing folder means no classes. */
export async function readScreenshotClasses(folder: string): Promise<Record<string, Record<string, string>>> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const classes: Record<string, Record<string, string>> = {};
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const files = (await readdir(path.join(folder, entry.name)))
      .filter((file) => file.endsWith('.png'))
      .sort();
    classes[entry.name] = Object.fromEntries(
      await Promise.all(
        files.map(async (file) => [
          file,
          await hashOfPng(await readFile(path.join(folder, entry.name, file))),
        ]),
      ),
    );
  }
  return classes;
}

/** 8 bits per colour channel, as in the file: no profile is applied, 16 bits are scaled down, 1 to 4 bits up. */
async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  // Loading takes a fifth of a second, and few tasks need a screenshot.
  const { default: sharp } = await import('sharp');
  const image = sharp(png, { ignoreIcc: true });
  const isDeep = (await image.metadata()).depth === 'ushort';
  const { data, info } = await image
    .toColourspace(isDeep ? 'rgb16' : 'srgb')
    .ensureAlpha()
    .raw({ depth: isDeep ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  if (!isDeep) return { width, height, data };
  const deep = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  return { width, height, data: Uint8Array.from(deep, (value) => value / 257) };
}

/**
 * A picture for display, never for the verdict: at most 640 px wide, and narrower if it has too many bytes. `view`: the
 * visible part of the page in CSS pixels; null if unknown.
 */
export type Picture = { webp: Buffer; width: number; height: number; view: PictureView | null };

/** The pairs of width and quality that are tried in order until the picture is small enough. */
const sizes = [
  [640, 60],
  [640, 35],
  [480, 35],
  [320, 35],
  [160, 20],
] as const;

/** A screenshot takes 20 to 80 ms; a late one is skipped. */
const limitMs = 1000;

/** The visible part of the page at this moment. The page does not notice, and the guest's viewport stays. */
export async function capturePicture(
  cdp: CdpConnection,
  sessionId: string,
  mostBytes: number,
): Promise<Picture> {
  const shot = cdp.send('Page.captureScreenshot', { format: 'webp', quality: 80 }, sessionId);
  shot.catch(() => {});
  const late = AbortSignal.timeout(limitMs);
  const limit = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`no picture within ${limitMs} ms`)), {
      once: true,
    });
  });
  const view = cdp.send('Page.getLayoutMetrics', undefined, sessionId).then(
    ({ cssVisualViewport: { pageX, pageY, clientWidth, clientHeight } }) => ({
      x: Math.round(pageX),
      y: Math.round(pageY),
      width: Math.round(clientWidth),
      height: Math.round(clientHeight),
    }),
    () => null,
  );
  const [{ data }, shown] = await Promise.race([Promise.all([shot, view]), limit]);
  return { ...(await pictureOf(Buffer.from(data, 'base64'), mostBytes)), view: shown };
}

/** A picture of an existing screenshot. Rejects if it cannot be made small enough. */
export async function pictureOf(screenshot: Buffer, mostBytes: number): Promise<Picture> {
  // Loading takes a fifth of a second, and a replay that passes needs no picture.
  const { default: sharp } = await import('sharp');
  for (const [width, quality] of sizes) {
    const { data, info } = await sharp(screenshot)
      // A page with more than four times its width in height is made narrower.
      .resize({ width, height: 4 * width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= mostBytes) return { webp: data, width: info.width, height: info.height, view: null };
  }
  throw new Error(`no picture within ${mostBytes} bytes`);
}
