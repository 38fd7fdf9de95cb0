import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type DecodedPng, decode } from 'fast-png';
import { perceptualHash } from '../contract/perceptual-hash.ts';
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
      const { data } = await cdp.send<{ data: string }>(
        'Page.captureScreenshot',
        { format: 'png' },
        sessionId,
      );
      return Buffer.from(data, 'base64');
    } finally {
      await cdp.send('Emulation.clearDeviceMetricsOverride', {}, sessionId);
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

function hashOfPng(png: Uint8Array): string {
  const image = decode(png);
  return perceptualHash({ width: image.width, height: image.height, data: toRgba(image) });
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
        files.map(async (file) => [file, hashOfPng(await readFile(path.join(folder, entry.name, file)))]),
      ),
    );
  }
  return classes;
}

function toRgba({ width, height, channels, depth, data, palette }: DecodedPng): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  const scale = (2 ** depth - 1) / 255;
  // Less than 8 bits a sample (one channel only) stay packed as in the file, each row from a byte of its own.
  const rowBytes = Math.ceil((width * depth) / 8);
  const packed = (pixel: number) => {
    const bit = (pixel % width) * depth;
    const byte = data[Math.floor(pixel / width) * rowBytes + (bit >> 3)] ?? 0;
    return (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
  };
  const sample = (pixel: number, channel: number) =>
    depth < 8 ? packed(pixel) : (data[pixel * channels + channel] ?? 0);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = (channel: number) => sample(pixel, channel) / scale;
    const color = palette
      ? (palette[sample(pixel, 0)] ?? [0, 0, 0])
      : channels < 3
        ? [at(0), at(0), at(0)]
        : [at(0), at(1), at(2)];
    rgba.set([color[0] ?? 0, color[1] ?? 0, color[2] ?? 0, 255], pixel * 4);
  }
  return rgba;
}
