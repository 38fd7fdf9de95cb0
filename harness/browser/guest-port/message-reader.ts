/** A longer message ends its connection. Pages, files and script libraries of clients are smaller. */
export const maxMessageBytes = 2 ** 24;

/** The limit of frames in one message. */
const maxParts = 4096;

export const opcodes = { continuation: 0, text: 1, close: 8, ping: 9, pong: 10 } as const;

/** A whole message, or a control frame. */
export type ReadMessage = { opcode: number; payload: Buffer };

type Frame = { opcode: number; isFinal: boolean; reserved: number; length: number; mask: Buffer | null };

/**
 * Reads one direction of a WebSocket (RFC 6455). `strict` is for clients: reading ends at the first protocol error or
 * oversized message. Oversized messages of a browser are skipped.
 */
export class MessageReader {
  /** The reason to end the connection; null while all messages are readable. */
  fault: string | null = null;
  /** The start of a frame with an incomplete head. */
  private rest = Buffer.alloc(0);
  private frame: Frame | null = null;
  /** The number of missing bytes of the frame. */
  private left = 0;
  private pieces: Buffer[] = [];
  /** Null between messages. */
  private message: { opcode: number; parts: Buffer[]; bytes: number } | null = null;
  private readonly strict: boolean;

  constructor({ strict }: { strict: boolean }) {
    this.strict = strict;
  }

  /** Whether no frame is incomplete. */
  get isBetweenFrames(): boolean {
    return this.frame === null && this.rest.length === 0;
  }

  /** The messages that end in these bytes; empty after a fault. */
  read(bytes: Buffer): ReadMessage[] {
    const read: ReadMessage[] = [];
    let unread = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    while (this.fault === null) {
      if (this.frame === null) {
        const size = headSize(unread);
        if (size === null) break;
        this.begin(readHead(unread));
        if (this.fault !== null) break;
        unread = unread.subarray(size);
      }
      const piece = unread.subarray(0, this.left);
      unread = unread.subarray(piece.length);
      this.left -= piece.length;
      if (this.isKept()) this.pieces.push(piece);
      if (this.left > 0) break;
      const message = this.end();
      if (message !== null) read.push(message);
    }
    this.rest = Buffer.from(unread);
    // Copies, so that the whole received buffer can be freed.
    this.pieces = this.pieces.map((piece) => Buffer.from(piece));
    return read;
  }

  private begin(frame: Frame): void {
    this.frame = frame;
    this.left = frame.length;
    if (this.strict) this.fault = this.faultOf(frame);
    if (isControl(frame)) return;
    this.message ??= { opcode: frame.opcode, parts: [], bytes: 0 };
    this.message.bytes += frame.length;
  }

  private faultOf(frame: Frame): string | null {
    const { opcode, isFinal, reserved, length, mask } = frame;
    const known = Object.values(opcodes).some((each) => each === opcode);
    if (!known) return `a frame of kind ${opcode}; expected text`;
    if (reserved !== 0) return 'a frame with reserved bits; expected none';
    if (mask === null) return 'a frame without a mask; expected one';
    if (isControl(frame))
      return isFinal && length <= 125 ? null : 'a control frame in parts; expected a whole one of 125 bytes';
    if ((opcode === opcodes.continuation) !== (this.message !== null))
      return this.message ? 'a message within another one' : 'a part without a message';
    const bytes = length + (this.message?.bytes ?? 0);
    if (bytes > maxMessageBytes) return `a message of ${bytes} bytes; expected at most ${maxMessageBytes}`;
    const isInPieces = (this.message?.parts.length ?? 0) >= maxParts;
    return isInPieces ? `a message in more than ${maxParts} parts` : null;
  }

  private isKept(): boolean {
    if (this.frame !== null && isControl(this.frame)) return true;
    return this.message !== null && this.message.bytes <= maxMessageBytes;
  }

  private end(): ReadMessage | null {
    const { frame, message } = this;
    const isKept = this.isKept();
    const payload = Buffer.concat(this.pieces);
    this.frame = null;
    this.pieces = [];
    if (frame === null) return null;
    if (frame.mask) unmask(payload, frame.mask);
    if (isControl(frame)) return { opcode: frame.opcode, payload };
    message?.parts.push(payload);
    if (!frame.isFinal) return null;
    this.message = null;
    return message && isKept ? { opcode: message.opcode, payload: Buffer.concat(message.parts) } : null;
  }
}

/** One whole frame. A client's frame is masked with zeros, which leave the payload unchanged. */
export function frameOf(opcode: number, payload: Buffer, { masked }: { masked: boolean }): Buffer {
  const size = payload.length;
  const short = size < 126 ? size : size < 65_536 ? 126 : 127;
  const head = Buffer.alloc((short === 126 ? 4 : short === 127 ? 10 : 2) + (masked ? 4 : 0));
  head[0] = 0x80 | opcode;
  head[1] = short | (masked ? 0x80 : 0);
  if (short === 126) head.writeUInt16BE(size, 2);
  if (short === 127) head.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([head, payload]);
}

/** A control frame may come between the frames of one message. */
function isControl({ opcode }: Frame): boolean {
  return opcode >= opcodes.close;
}

/** Null if the head of the frame is incomplete. */
function headSize(bytes: Buffer): number | null {
  const second = bytes[1];
  if (second === undefined) return null;
  const size = maskAt(second) + (second & 0x80 ? 4 : 0);
  return bytes.length >= size ? size : null;
}

/** RFC 6455, section 5.2. */
function readHead(bytes: Buffer): Frame {
  const first = bytes.readUInt8(0);
  const second = bytes.readUInt8(1);
  const short = second & 0x7f;
  const at = maskAt(second);
  return {
    opcode: first & 0x0f,
    isFinal: (first & 0x80) !== 0,
    reserved: first & 0x70,
    length: short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short,
    mask: second & 0x80 ? Buffer.from(bytes.subarray(at, at + 4)) : null,
  };
}

function maskAt(second: number): number {
  const short = second & 0x7f;
  return short === 126 ? 4 : short === 127 ? 10 : 2;
}

function unmask(payload: Buffer, mask: Buffer): void {
  for (let at = 0; at < payload.length; at++) payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
}
