import type { Unsent } from './conversation.ts';

/** UTF-8 bytes of a message as JSON and the images in it, whose base64 data is no text. */
export function textBytes(value: unknown): Unsent {
  let images = 0;
  const json = JSON.stringify(value, (key, child: unknown) => {
    const isImage = (key === 'data' || key === 'url') && typeof child === 'string' && child.length > 1000;
    if (isImage) images += 1;
    return isImage ? '' : child;
  });
  return { bytes: Buffer.byteLength(json), images };
}
