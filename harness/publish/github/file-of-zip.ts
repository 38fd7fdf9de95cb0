import { inflateRawSync } from 'node:zlib';

const endRecord = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;

/**
 * The one file of a zip that may come from anybody: it must be the only one, have this name, and inflate to at most
 * `maxBytes`. Nothing is written anywhere. Throws where anything is otherwise.
 */
export function fileOfZip(zip: Buffer, name: string, maxBytes: number): Buffer {
  const end = zip.lastIndexOf(signature(endRecord));
  if (end < 0 || end + 22 > zip.length) throw new Error('it is no zip');
  const count = zip.readUInt16LE(end + 10);
  if (count !== 1) throw new Error(`it holds ${count} files; allowed is one, ${name}`);
  const entry = at(zip, zip.readUInt32LE(end + 16), directoryEntry, 46);
  const method = entry.readUInt16LE(10);
  const packedBytes = entry.readUInt32LE(20);
  const found = entry.subarray(46, 46 + entry.readUInt16LE(28)).toString('utf8');
  if (found !== name) throw new Error(`its file has another name; allowed is ${name}`);
  const local = at(zip, entry.readUInt32LE(42), localHeader, 30);
  const start = 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = local.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) throw new Error('it is cut');
  if (method !== 0 && method !== 8) throw new Error(`it is packed by method ${method}; allowed are 0 and 8`);
  if (method === 0 && packedBytes > maxBytes) throw new Error(`it holds more than ${maxBytes} bytes`);
  return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: maxBytes });
}

function at(zip: Buffer, offset: number, expected: number, headBytes: number): Buffer {
  const found = zip.subarray(offset);
  if (found.length < headBytes || found.readUInt32LE(0) !== expected)
    throw new Error('its directory is broken');
  return found;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
