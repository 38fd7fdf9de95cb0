/** A longer message is passed on unread: no command that is looked for is as long. */
const defaultMaxBytes = 65_536;

/** `end`: where it ends in the bytes that were read. */
export type ReadMessage = { text: string; end: number };

type Frame = { opcode: number; isFinal: boolean; length: number; mask: Buffer | null };

const opcodes = { continuation: 0, text: 1, firstControl: 8 };

/** Reads the text messages in one direction of a WebSocket; the bytes themselves go on as they are. */
export class MessageReader {
  /** The beginning of a frame whose head is not whole yet. */
  private rest = Buffer.alloc(0);
  private frame: Frame | null = null;
  /** Bytes of the frame that are still to come. */
  private left = 0;
  private pieces: Buffer[] = [];
  private message: Buffer[] = [];
  private messageBytes = 0;
  private isText = false;
  private readonly maxBytes: number;

  constructor(maxBytes = defaultMaxBytes) {
    this.maxBytes = maxBytes;
  }

  /** The messages that end in these bytes. */
  read(bytes: Buffer): ReadMessage[] {
    const messages: ReadMessage[] = [];
    let unread = this.rest.length > 0 ? Buffer.concat([this.rest, bytes]) : bytes;
    for (;;) {
      if (this.frame === null) {
        const size = headSize(unread);
        if (size === null) break;
        this.begin(readHead(unread));
        unread = unread.subarray(size);
      }
      const piece = unread.subarray(0, this.left);
      unread = unread.subarray(piece.length);
      this.left -= piece.length;
      if (this.messageBytes <= this.maxBytes) this.pieces.push(piece);
      if (this.left > 0) break;
      const text = this.end();
      if (text !== null) messages.push({ text, end: bytes.length - unread.length });
    }
    this.rest = Buffer.from(unread);
    // What is kept must not keep the whole buffer that it came in.
    this.pieces = this.pieces.map((piece) => Buffer.from(piece));
    return messages;
  }

  private begin(frame: Frame): void {
    this.frame = frame;
    this.left = frame.length;
    // A control frame may stand between the frames of one message.
    if (frame.opcode >= opcodes.firstControl) return;
    if (frame.opcode !== opcodes.continuation) {
      this.message = [];
      this.messageBytes = 0;
      this.isText = frame.opcode === opcodes.text;
    }
    this.messageBytes += frame.length;
  }

  private end(): string | null {
    const { frame, pieces } = this;
    this.frame = null;
    this.pieces = [];
    if (frame === null || frame.opcode >= opcodes.firstControl) return null;
    if (!this.isText || this.messageBytes > this.maxBytes) return null;
    const payload = Buffer.concat(pieces);
    this.message.push(frame.mask ? unmasked(payload, frame.mask) : payload);
    return frame.isFinal ? Buffer.concat(this.message).toString('utf8') : null;
  }
}

/** Null where the head of the frame is not whole. */
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
    length: short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short,
    mask: second & 0x80 ? Buffer.from(bytes.subarray(at, at + 4)) : null,
  };
}

function maskAt(second: number): number {
  const short = second & 0x7f;
  return short === 126 ? 4 : short === 127 ? 10 : 2;
}

function unmasked(payload: Buffer, mask: Buffer): Buffer {
  return payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)) as Buffer;
}
