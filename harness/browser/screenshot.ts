import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Pixels, perceptualHash } from '../judge/pictures/perceptual-hash.ts';
import type { CdpConnection } from './cdp.ts';
import type { Viewport } from './session.ts';

const captureLimitMs = 3000;

/**
 * The page as a PNG at the task's viewport, whatever viewport the server under test has forced; the override
 * lasts for this shot only. Rejects where there is no screenshot within 3 s.
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

/** Reads `<folder>/<class_id>/*.png`: class id -> file name -> perceptual hash. An absent folder has no class. */
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

/** 8 bits of each colour, as the file has them: no profile is applied, 16 bits are scaled down, 1 to 4 bits up. */
async function pixelsOf(png: Uint8Array): Promise<Pixels> {
  // It takes a fifth of a second to load, and few tasks ask for a screenshot.
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
