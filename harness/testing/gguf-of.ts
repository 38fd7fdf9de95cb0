type Value = string | number | boolean | string[] | number[];

/** The bytes of a GGUF file (version 3) with these fields and tensors of zeros in F32. */
export function ggufOf(
  fields: Record<string, Value>,
  tensors: readonly { name: string; dimensions: readonly number[] }[] = [],
): Buffer {
  let offset = 0;
  const infos = tensors.map(({ name, dimensions }) => {
    const info = Buffer.concat([
      text(name),
      uint32(dimensions.length),
      ...dimensions.map(uint64),
      uint32(0),
      uint64(offset),
    ]);
    const bytes = 4 * dimensions.reduce((product, each) => product * each, 1);
    offset += Math.ceil(bytes / alignment) * alignment;
    return info;
  });
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    uint32(3),
    uint64(tensors.length),
    uint64(Object.keys(fields).length),
    ...Object.entries(fields).flatMap(([name, value]) => [text(name), typed(value)]),
    ...infos,
  ]);
  const padding = Buffer.alloc((alignment - (head.length % alignment)) % alignment);
  return Buffer.concat([head, padding, Buffer.alloc(offset)]);
}

const alignment = 32;

function typed(value: Value): Buffer {
  if (Array.isArray(value)) {
    const isText = typeof value[0] === 'string';
    const items = value.map((each) => (typeof each === 'string' ? text(each) : float32(each)));
    return Buffer.concat([uint32(9), uint32(isText ? 8 : 6), uint64(value.length), ...items]);
  }
  if (typeof value === 'string') return Buffer.concat([uint32(8), text(value)]);
  if (typeof value === 'boolean') return Buffer.concat([uint32(7), Buffer.from([value ? 1 : 0])]);
  return Number.isInteger(value)
    ? Buffer.concat([uint32(4), uint32(value)])
    : Buffer.concat([uint32(6), float32(value)]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
}

function uint64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}

function float32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeFloatLE(value);
  return buffer;
}
