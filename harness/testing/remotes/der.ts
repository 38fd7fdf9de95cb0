/** The Distinguished Encoding Rules of ASN.1 (ITU-T X.690), as much of them as a certificate needs. */
export const der = {
  sequence: (...parts: Uint8Array[]) => tlv(0x30, ...parts),
  set: (...parts: Uint8Array[]) => tlv(0x31, ...parts),
  integer: (value: number) => tlv(0x02, Buffer.from([value])),
  isTrue: tlv(0x01, Buffer.from([0xff])),
  octets: (...parts: Uint8Array[]) => tlv(0x04, ...parts),
  bits: (bytes: Uint8Array) => tlv(0x03, Buffer.from([0]), bytes),
  text: (text: string) => tlv(0x0c, Buffer.from(text)),
  time: (date: Date) => tlv(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]|\.\d+Z/g, '')}Z`)),
  /** An object identifier, from dotted numbers. */
  oid: (dotted: string) => {
    const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
    return tlv(0x06, Buffer.from([40 * first + second, ...rest.flatMap(base128)]));
  },
  /** A field with a number in place of a type: of other fields, or `primitive` of bytes. */
  tagged: (number: number, ...parts: Uint8Array[]) => tlv(0xa0 | number, ...parts),
  primitive: (number: number, bytes: Uint8Array) => tlv(0x80 | number, bytes),
};

function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content]);
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function base128(value: number): number[] {
  const low = [value & 0x7f];
  for (let left = value >> 7; left > 0; left >>= 7) low.unshift(0x80 | (left & 0x7f));
  return low;
}
