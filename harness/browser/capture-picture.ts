import type { CdpConnection } from './cdp.ts';

/** For a person to look at: 640 px wide at most. Nothing is judged by it. */
export type Picture = { webp: Buffer; width: number; height: number };

const widestPx = 640;

/** A screenshot takes 20 to 80 ms; what does not come soon is not waited for. */
const limitMs = 1000;

/** What a person would see of the page now. The page is told of nothing: its viewport stays as its guest has set it. */
export async function capturePicture(cdp: CdpConnection, sessionId: string): Promise<Picture> {
  const shot = cdp.send('Page.captureScreenshot', { format: 'webp', quality: 80 }, sessionId);
  shot.catch(() => {});
  const late = AbortSignal.timeout(limitMs);
  const limit = new Promise<never>((_, reject) => {
    late.addEventListener('abort', () => reject(new Error(`no picture within ${limitMs} ms`)), {
      once: true,
    });
  });
  const { data } = await Promise.race([shot, limit]);
  return pictureOf(Buffer.from(data, 'base64'));
}

/** The same of a screenshot that was taken already. */
export async function pictureOf(screenshot: Buffer): Promise<Picture> {
  // It takes a fifth of a second to load, and a replay that passes needs none.
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(screenshot)
    .resize({ width: widestPx, withoutEnlargement: true })
    .webp({ quality: 60 })
    .toBuffer({ resolveWithObject: true });
  return { webp: data, width: info.width, height: info.height };
}
