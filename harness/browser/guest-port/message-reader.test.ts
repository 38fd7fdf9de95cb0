import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageReader } from './message-reader.ts';

/** A frame as RFC 6455 has it, masked where there is a key. */
function frame(
  opcode: number,
  payload: Buffer,
  { isFinal = true, key = null as Buffer | null } = {},
): Buffer {
  const size = payload.length;
  const short = size < 126 ? size : size < 65_536 ? 126 : 127;
  const length = Buffer.alloc(short === 126 ? 2 : short === 127 ? 8 : 0);
  if (short === 126) length.writeUInt16BE(size);
  if (short === 127) length.writeBigUInt64BE(BigInt(size));
  const head = Buffer.from([opcode | (isFinal ? 0x80 : 0), short | (key ? 0x80 : 0)]);
  const masked = key ? Buffer.from(payload.map((byte, at) => byte ^ (key[at % 4] ?? 0))) : payload;
  return Buffer.concat([head, length, key ?? Buffer.alloc(0), masked]);
}

const key = fc.option(fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes)));
const message = fc.record({
  text: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string().map((text) => text.padEnd(300, 'x')),
  ),
  /** Where it is cut into two frames, with a ping between them. */
  cutAt: fc.option(fc.nat(40)),
  key,
});

test('every text message is read, however it is masked, cut into frames and dealt over pieces', () => {
  fc.assert(
    fc.property(
      fc.array(message),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (sent, sizes) => {
        const bytes = Buffer.concat(
          sent.flatMap(({ text, cutAt, key }) => {
            const payload = Buffer.from(text);
            if (cutAt === null) return [frame(1, payload, { key })];
            const ping = frame(9, Buffer.from('still there'), { key });
            const first = frame(1, payload.subarray(0, cutAt), { isFinal: false, key });
            return [first, ping, frame(0, payload.subarray(cutAt), { key })];
          }),
        );
        const reader = new MessageReader();
        const read: string[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          read.push(...reader.read(bytes.subarray(at, at + size)).map(({ text }) => text));
          at += size;
        }
        expect(read).toEqual(sent.map(({ text }) => text));
      },
    ),
  );
});

test('a message that is too long and one that is no text are passed over', () => {
  const long = frame(1, Buffer.alloc(70_000, 'x'));
  const bytes = Buffer.concat([long, frame(2, Buffer.from('binary')), frame(1, Buffer.from('next'))]);
  expect(new MessageReader().read(bytes)).toEqual([{ text: 'next', end: bytes.length }]);
  expect(new MessageReader(80_000).read(long)).toHaveLength(1);
});
