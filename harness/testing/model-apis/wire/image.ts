import { crc32, deflateSync } from 'node:zlib';

export type Picture = { type: string; width: number; height: number };

/** What the first bytes of a picture say it is; sizes of PNG and JPEG alone. Null for anything else. */
export function pictureOf(base64: string): Picture | null {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n' && bytes.length >= 24)
    return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.toString('latin1', 0, 3) === '\xff\xd8\xff') return { type: 'image/jpeg', ...jpegSize(bytes) };
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return { type: 'image/gif', width: 1, height: 1 };
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return { type: 'image/webp', width: 1, height: 1 };
  return null;
}

/** The first frame header (SOF0 to SOF3) holds height and width after its length and depth. */
function jpegSize(bytes: Buffer): { width: number; height: number } {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc3)
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return { width: 1, height: 1 };
}

/** A black PNG, in base64. */
export function pngOf(width: number, height: number): string {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // one bit a pixel, in grey
  const row = 1 + Math.ceil(width / 8);
  const pixels = deflateSync(Buffer.alloc(row * height));
  const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]).toString('base64');
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Vendors scale pictures down to about a megapixel and a half, and count a token for each 750 pixels. */
export function pictureTokens(base64: string): number {
  const { width, height } = pictureOf(base64) ?? { width: 1, height: 1 };
  return Math.min(1600, Math.ceil((width * height) / 750));
}
