/** The end of a stream, however long that is. */
export class Tail {
  private readonly most: number;
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(mostBytes: number) {
    this.most = mostBytes;
  }

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    for (;;) {
      const [first] = this.chunks;
      if (!first || this.bytes - first.length < this.most) return;
      this.chunks.shift();
      this.bytes -= first.length;
    }
  }

  text(): string {
    return Buffer.concat(this.chunks).subarray(-this.most).toString('utf8');
  }
}
