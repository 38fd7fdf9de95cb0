import { crc32, deflateRawSync } from 'node:zlib';

/** A zip of these files, deflated. */
export function zipOf(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const packed = deflateRawSync(content);
    const path = Buffer.from(name);
    const sizes = numbers([4, crc32(content)], [4, packed.length], [4, Buffer.byteLength(content)]);
    const rest = Buffer.concat([
      numbers([2, 20], [2, 0], [2, 8], [4, 0]),
      sizes,
      numbers([2, path.length], [2, 0]),
    ]);
    const body = Buffer.concat([numbers([4, 0x04034b50]), rest, path, packed]);
    const after = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    directory.push(Buffer.concat([numbers([4, 0x02014b50], [2, 20]), rest, after, path]));
    bodies.push(body);
    offset += body.length;
  }
  const entries = Buffer.concat(directory);
  const count = directory.length;
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, entries.length],
    [4, offset],
    [2, 0],
  );
  return Buffer.concat([...bodies, entries, end]);
}

/** Little-endian numbers, each by its width in bytes and its value. */
function numbers(...fields: [width: 2 | 4, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([width, value]) => {
      const bytes = Buffer.alloc(width);
      bytes.writeUIntLE(value, 0, width);
      return bytes;
    }),
  );
}
