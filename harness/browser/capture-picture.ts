import type { CdpConnection } from './cdp.ts';

/** For a person to look at: 640 px wide at most, less where it would have too many bytes. Nothing is judged by it. */
export type Picture = { webp: Buffer; width: number; height: number };

/** Width and quality that are tried one after the other until a picture is small enough. */
const sizes = [
  [640, 60],
  [640, 35],
  [480, 35],
  [320, 35],
  [160, 20],
] as const;

/** A screenshot takes 20 to 80 ms; what does not come soon is not waited for. */
const limitMs = 1000;

/** What a person would see of the page now. The page is told of nothing: its viewport stays as its guest has set it. */
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
  const { data } = await Promise.race([shot, limit]);
  return pictureOf(Buffer.from(data, 'base64'), mostBytes);
}

/** The same of a screenshot that was taken already. Rejects where it cannot be made small enough. */
export async function pictureOf(screenshot: Buffer, mostBytes: number): Promise<Picture> {
  // It takes a fifth of a second to load, and a replay that passes needs none.
  const { default: sharp } = await import('sharp');
  for (const [width, quality] of sizes) {
    const { data, info } = await sharp(screenshot)
      // A page that is four times as high as it is wide is made narrower still.
      .resize({ width, height: 4 * width, fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= mostBytes) return { webp: data, width: info.width, height: info.height };
  }
  throw new Error(`no picture within ${mostBytes} bytes`);
}
