import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { sha256 } from '../../../../platform/digest.ts';
import { diskFault } from '../../../../platform/errors/disk-fault.ts';
import { UserError } from '../../../../platform/errors/user-error.ts';
import { formatBytes, formatCount } from '../../../../platform/words/format.ts';
import { fileTypes, ggmlTypes } from './ggml-types.ts';

/** The facts of a file of weights, from its header alone. */
export type GgufHeader = {
  /** The size of the file. */
  bytes: number;
  architecture: string;
  /** The number of all values of all tensors. */
  parameters: number;
  /** The name of the whole file's quantisation, as `Q4_K_M`; `unknown` if the header has none. */
  quantisation: string;
  /** The share of the parameters by the type of their tensor, largest first. */
  types: Readonly<Record<string, number>>;
  /** Statements of the header about its model; unchecked. */
  says: { name: string | null; licence: string | null; baseModel: string | null };
  /** The context in tokens for which the model was trained; null if unknown. */
  trainedContext: number | null;
  /** Null for weights without a chat template. */
  template: { text: string; sha256: string } | null;
  /** Digest of the tokenizer's fields of the header. */
  tokenizerSha256: string;
  /** Values of the header that sampling may use, by their name without `general.sampling.`. */
  sampling: Readonly<Record<string, number>>;
  /** The size of the shape in the header, for an estimate of memory; 0 where the header does not name it. */
  shape: { layers: number; headsKv: number; headSize: number };
  /** The number of the file's parts; 1 for a whole one. */
  parts: number;
};

const magic = 0x46554747;
const firstBytes = 8 * 2 ** 20;
const mostBytes = 256 * 2 ** 20;

/**
 * Reads the header of a GGUF file (versions 2 and 3, little-endian; format: github.com/ggml-org/ggml, `docs/gguf.md`).
 * Throws `UserError` for another format, and for a file that is cut off or cannot be read.
 */
export async function readGgufHeader(file: string): Promise<GgufHeader> {
  await using handle = await open(file).catch((error: unknown) => {
    throw new UserError(diskFault(error) ?? `${file}: cannot be opened`);
  });
  const { size } = await handle.stat();
  for (let wanted = firstBytes; ; wanted *= 4) {
    const buffer = Buffer.alloc(Math.min(wanted, size));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0).catch((error: unknown) => {
      throw new UserError(`${file}: ${diskFault(error) ?? 'cannot be read'}`);
    });
    try {
      return headerOf(file, buffer.subarray(0, bytesRead), size);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (wanted >= size || wanted > mostBytes)
        throw new UserError(
          `${file}: the header of the GGUF is cut off after ${formatBytes(size)}; download the file again`,
        );
    }
  }
}

type Value = number | string | boolean | null;

/** Throws `RangeError` if the buffer ends within the header. */
function headerOf(file: string, buffer: Buffer, size: number): GgufHeader {
  const cursor = new Cursor(buffer);
  if (size < 24 || cursor.uint32() !== magic)
    throw new UserError(
      `${file}: not a GGUF file: it begins with ${JSON.stringify(buffer.subarray(0, 4).toString('latin1'))}; expected "GGUF". Safetensors and other formats have to be converted first`,
    );
  const version = cursor.uint32();
  if (version !== 2 && version !== 3)
    throw new UserError(`${file}: got version ${version} of GGUF; expected 2 or 3`);
  const tensorCount = cursor.uint64();
  const fieldCount = cursor.uint64();
  const fields = new Map<string, Value>();
  const tokenizer = createHash('sha256');
  for (let index = 0; index < fieldCount; index++) {
    const start = cursor.at;
    const name = cursor.text();
    const value = cursor.value(cursor.uint32());
    fields.set(name, value);
    if (name.startsWith('tokenizer.') && !name.startsWith('tokenizer.chat_template'))
      tokenizer.update(buffer.subarray(start, cursor.at));
  }
  const tensors = tensorsOf(cursor, tensorCount);
  const alignment = numberIn(fields, 'general.alignment') ?? 32;
  const dataAt = Math.ceil(cursor.at / alignment) * alignment;
  if (size < dataAt + tensors.bytes)
    throw new UserError(
      `${file}: the file is cut off: it has ${formatCount(size)} bytes, and its header lists ${formatCount(dataAt + tensors.bytes)} bytes; download the file again`,
    );
  const architecture = textOf(fields, 'general.architecture') ?? 'unknown';
  const own = (name: string) => numberIn(fields, `${architecture}.${name}`);
  const heads = own('attention.head_count') ?? 0;
  const template = textOf(fields, 'tokenizer.chat_template');
  return {
    bytes: size,
    architecture,
    parameters: tensors.parameters,
    quantisation: fileTypes[numberIn(fields, 'general.file_type') ?? -1] ?? 'unknown',
    types: tensors.types,
    says: {
      name: textOf(fields, 'general.name'),
      licence: textOf(fields, 'general.license'),
      baseModel:
        textOf(fields, 'general.base_model.0.repo_url') ?? textOf(fields, 'general.base_model.0.name'),
    },
    trainedContext: own('context_length'),
    template: template === null ? null : { text: template, sha256: sha256(template) },
    tokenizerSha256: tokenizer.digest('hex'),
    sampling: samplingOf(fields),
    shape: {
      layers: own('block_count') ?? 0,
      headsKv: own('attention.head_count_kv') ?? heads,
      headSize: own('attention.key_length') ?? (heads > 0 ? (own('embedding_length') ?? 0) / heads : 0),
    },
    parts: numberIn(fields, 'split.count') || 1,
  };
}

function tensorsOf(cursor: Cursor, count: number) {
  const values = new Map<string, number>();
  let parameters = 0;
  let bytes = 0;
  for (let index = 0; index < count; index++) {
    cursor.text();
    const dimensions = Array.from({ length: cursor.uint32() }, () => cursor.uint64());
    const elements = dimensions.reduce((product, each) => product * each, 1);
    const number = cursor.uint32();
    const offset = cursor.uint64();
    const [name, ofBlock, blockBytes] = ggmlTypes[number] ?? [`type ${number}`, 1, 0];
    parameters += elements;
    values.set(name, (values.get(name) ?? 0) + elements);
    bytes = Math.max(bytes, offset + Math.ceil(elements / ofBlock) * blockBytes);
  }
  const shares = [...values]
    .sort(([, a], [, b]) => b - a)
    .map(([name, each]) => [name, Math.round((each / parameters) * 1e4) / 1e4] as const);
  return { parameters, bytes, types: Object.fromEntries(shares) };
}

function samplingOf(fields: ReadonlyMap<string, Value>): Record<string, number> {
  const start = 'general.sampling.';
  const found = [...fields].flatMap(([name, value]) =>
    name.startsWith(start) && typeof value === 'number' ? [[name.slice(start.length), value] as const] : [],
  );
  return Object.fromEntries(found);
}

function textOf(fields: ReadonlyMap<string, Value>, name: string): string | null {
  const value = fields.get(name);
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberIn(fields: ReadonlyMap<string, Value>, name: string): number | null {
  const value = fields.get(name);
  return typeof value === 'number' ? value : null;
}

/** Reads the little-endian values of the header. Lists are skipped, because no fact here needs them. */
class Cursor {
  at = 0;
  private readonly buffer: Buffer;

  constructor(buffer: Buffer) {
    this.buffer = buffer;
  }

  uint32(): number {
    return this.buffer.readUInt32LE(this.move(4));
  }

  uint64(): number {
    return Number(this.buffer.readBigUInt64LE(this.move(8)));
  }

  text(): string {
    const length = this.uint64();
    const start = this.move(length);
    return this.buffer.toString('utf8', start, start + length);
  }

  value(type: number): Value {
    if (type === 8) return this.text();
    if (type === 9) {
      this.skipList();
      return null;
    }
    const read = scalars[type];
    if (!read) throw new UserError(`the header of the GGUF has an unknown type of values: ${type}`);
    const [bytes, value] = read;
    return value(this.buffer, this.move(bytes));
  }

  private skipList(): void {
    const type = this.uint32();
    const count = this.uint64();
    const fixed = scalars[type]?.[0];
    if (fixed !== undefined) this.move(fixed * count);
    else for (let index = 0; index < count; index++) this.value(type);
  }

  private move(bytes: number): number {
    const start = this.at;
    if (start + bytes > this.buffer.length) throw new RangeError('the header goes on');
    this.at = start + bytes;
    return start;
  }
}

/** The sizes and readers of values by their type. */
const scalars: Readonly<Record<number, readonly [bytes: number, (buffer: Buffer, at: number) => Value]>> = {
  0: [1, (buffer, at) => buffer.readUInt8(at)],
  1: [1, (buffer, at) => buffer.readInt8(at)],
  2: [2, (buffer, at) => buffer.readUInt16LE(at)],
  3: [2, (buffer, at) => buffer.readInt16LE(at)],
  4: [4, (buffer, at) => buffer.readUInt32LE(at)],
  5: [4, (buffer, at) => buffer.readInt32LE(at)],
  6: [4, (buffer, at) => buffer.readFloatLE(at)],
  7: [1, (buffer, at) => buffer.readUInt8(at) !== 0],
  10: [8, (buffer, at) => Number(buffer.readBigUInt64LE(at))],
  11: [8, (buffer, at) => Number(buffer.readBigInt64LE(at))],
  12: [8, (buffer, at) => buffer.readDoubleLE(at)],
};
