const newline = 10;

/** A line is longer than it may be. */
export class LineTooLong extends Error {
  override name = 'LineTooLong';
}

/** Takes chunks and gives lines; each byte is looked at once and copied once, however long a line becomes. */
export class LineBuffer {
  private readonly maxBytes: number;
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** The lines that this chunk completes. Throws `LineTooLong`; what was begun is dropped then. */
  *add(chunk: Buffer): Generator<string> {
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.keep(chunk.subarray(from, end));
      from = end + 1;
      const line = Buffer.concat(this.chunks, this.bytes).toString('utf8');
      this.drop();
      yield line;
    }
    this.keep(chunk.subarray(from));
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    this.bytes += part.length;
    if (this.bytes > this.maxBytes) {
      this.drop();
      throw new LineTooLong(`more than ${this.maxBytes} bytes`);
    }
    this.chunks.push(part);
  }

  private drop(): void {
    this.chunks = [];
    this.bytes = 0;
  }
}
