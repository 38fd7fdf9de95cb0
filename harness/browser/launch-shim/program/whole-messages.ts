/** What Chromium's own pipe takes at most (`content/browser/devtools/devtools_pipe_handler.cc`). */
const maxBytes = 100 * 2 ** 20;

/** Puts the pieces of one message after the other together. */
export class WholeMessages {
  private pieces: Buffer[] = [];
  private bytes = 0;

  /** The message that this piece ends, else null. Throws where one is longer than Chromium takes. */
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

  /** The messages that end in these bytes, each ended by a zero byte. */
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
