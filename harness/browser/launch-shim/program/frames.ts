/** A received part of a message, or a whole control frame. */
export type Piece = { kind: 'data' | 'close' | 'ping' | 'pong'; bytes: Buffer; isLast: boolean };

type Frame = { kind: Piece['kind']; isFinal: boolean; left: number; mask: Buffer | null; at: number };

const kinds: Readonly<Record<number, Piece['kind']>> = {
  0: 'data',
  1: 'data',
  2: 'data',
  8: 'close',
  9: 'ping',
  10: 'pong',
};
const opcodes = { data: 1, close: 8, ping: 9, pong: 10 } as const;

/** Reads one direction of a WebSocket (RFC 6455, section 5.2) and buffers only the heads of frames. */
export class FrameReader {
  private rest = Buffer.alloc(0);
  private frame: Frame | null = null;
  private isContinued = false;

  /** Whether the bytes so far end with a whole message. */
  get isBetween(): boolean {
    return this.rest.length === 0 && this.frame === null && !this.isContinued;
  }

  /** Throws if the bytes are not frames. */
  read(bytes: Buffer): Piece[] {
    const pieces: Piece[] = [];
    let unread = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    for (;;) {
      if (this.frame === null) {
        const size = headSize(unread);
        if (size === null) break;
        this.frame = readHead(unread);
        unread = unread.subarray(size);
      }
      const { frame } = this;
      const isNegativeControl = frame.kind !== 'data';
      if (isNegativeControl ? unread.length < frame.left : unread.length === 0 && frame.left > 0) break;
      const piece = unmasked(unread.subarray(0, frame.left), frame);
      unread = unread.subarray(piece.length);
      frame.left -= piece.length;
      if (frame.left === 0) this.frame = null;
      if (!isNegativeControl) this.isContinued = !frame.isFinal;
      pieces.push({ kind: frame.kind, bytes: piece, isLast: frame.left === 0 && frame.isFinal });
    }
    // A copy, so that the whole received buffer can be freed.
    this.rest = Buffer.from(unread);
    return pieces;
  }
}

/**
 * The head of a frame and its payload. A client's payload is masked with zeros, which is safe on the loopback address.
 */
export function frameOf(kind: Piece['kind'], payload: Buffer, isClient: boolean): [Buffer, Buffer] {
  const { length } = payload;
  const first = 0x80 | opcodes[kind];
  const flag = isClient ? 0x80 : 0;
  const mask = Buffer.alloc(isClient ? 4 : 0);
  if (length < 126) return [Buffer.concat([Buffer.from([first, flag | length]), mask]), payload];
  const long = Buffer.alloc(length < 2 ** 16 ? 2 : 8);
  if (long.length === 2) long.writeUInt16BE(length);
  else long.writeBigUInt64BE(BigInt(length));
  return [Buffer.concat([Buffer.from([first, flag | (long.length === 2 ? 126 : 127)]), long, mask]), payload];
}

/** Null if the head of the frame is incomplete. */
function headSize(bytes: Buffer): number | null {
  const second = bytes[1];
  if (second === undefined) return null;
  const size = maskAt(second) + (second & 0x80 ? 4 : 0);
  return bytes.length >= size ? size : null;
}

function readHead(bytes: Buffer): Frame {
  const [first, second] = [bytes.readUInt8(0), bytes.readUInt8(1)];
  const kind = kinds[first & 0x0f];
  // The three reserved bits would mean an extension, and none is negotiated here.
  if (kind === undefined || first & 0x70)
    throw new Error(`a frame of a WebSocket cannot begin with ${first}`);
  const short = second & 0x7f;
  const at = maskAt(second);
  return {
    kind,
    isFinal: (first & 0x80) !== 0,
    left: short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short,
    mask: second & 0x80 ? Buffer.from(bytes.subarray(at, at + 4)) : null,
    at: 0,
  };
}

function maskAt(second: number): number {
  const short = second & 0x7f;
  return short === 126 ? 4 : short === 127 ? 10 : 2;
}

/** Unmasks in place, because no other code uses these bytes. */
function unmasked(bytes: Buffer, frame: Frame): Buffer {
  const { mask } = frame;
  if (mask?.some((byte) => byte !== 0))
    for (let index = 0; index < bytes.length; index += 1)
      bytes[index] = (bytes[index] ?? 0) ^ (mask[(frame.at + index) % 4] ?? 0);
  frame.at = (frame.at + bytes.length) % 4;
  return bytes;
}

/** The limit of Chromium's own pipe (`content/browser/devtools/devtools_pipe_handler.cc`). */
const maxBytes = 100 * 2 ** 20;

/** Joins the pieces of one message at a time. */
export class WholeMessages {
  private pieces: Buffer[] = [];
  private bytes = 0;

  /** The message that this piece completes, else null. Throws if a message is over Chromium's limit. */
  take(piece: Buffer, isLast: boolean): Buffer | null {
    this.pieces.push(piece);
    this.bytes += piece.length;
    if (this.bytes > maxBytes) throw new Error(`a message of more than ${maxBytes} bytes`);
    if (!isLast) return null;
    const [only] = this.pieces;
    const whole = only && this.pieces.length === 1 ? only : Buffer.concat(this.pieces);
    this.pieces = [];
    this.bytes = 0;
    return whole;
  }

  /** The messages that end in these bytes, each terminated by a zero byte. */
  split(bytes: Buffer): Buffer[] {
    const messages: Buffer[] = [];
    let from = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
      const message = this.take(bytes.subarray(from, end), true);
      if (message) messages.push(message);
      from = end + 1;
    }
    if (from < bytes.length) this.take(bytes.subarray(from), false);
    return messages;
  }
}
