import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOf, MessageReader, maxMessageBytes, opcodes } from './message-reader.ts';

/** A frame of RFC 6455, masked if there is a key. */
function frame(
  opcode: number,
  payload: Buffer,
  { isFinal = true, key = null as Buffer | null } = {},
): Buffer {
  const bytes = frameOf(opcode, payload, { masked: key !== null });
  if (!isFinal) bytes[0] = opcode;
  const from = bytes.length - payload.length;
  key?.copy(bytes, from - 4);
  if (key)
    for (let at = 0; at < payload.length; at++) bytes[from + at] = (payload[at] ?? 0) ^ (key[at % 4] ?? 0);
  return bytes;
}

const aKey = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => Buffer.from(bytes));
const message = fc.record({
  text: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string().map((text) => text.padEnd(300, 'x')),
  ),
  /** The position of the cut into two frames, with a ping between them. */
  cutAt: fc.option(fc.nat(40)),
  key: aKey,
});

test('every text message is read, with any mask, frames and pieces', () => {
  fc.assert(
    fc.property(
      fc.array(message),
      fc.boolean(),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (sent, strict, sizes) => {
        const bytes = Buffer.concat(
          sent.flatMap(({ text, cutAt, key: own }) => {
            const key = strict ? own : null;
            const payload = Buffer.from(text);
            if (cutAt === null) return [frame(1, payload, { key })];
            const ping = frame(9, Buffer.from('still there'), { key });
            const first = frame(1, payload.subarray(0, cutAt), { isFinal: false, key });
            return [first, ping, frame(0, payload.subarray(cutAt), { key })];
          }),
        );
        const reader = new MessageReader({ strict });
        const read: { opcode: number; payload: Buffer }[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          read.push(...reader.read(bytes.subarray(at, at + size)));
          at += size;
        }
        const texts = read.filter(({ opcode }) => opcode === opcodes.text);
        expect(texts.map(({ payload }) => payload.toString())).toEqual(sent.map(({ text }) => text));
        expect(read).toHaveLength(sent.length + sent.filter(({ cutAt }) => cutAt !== null).length);
        expect([reader.fault, reader.isBetweenFrames]).toEqual([null, true]);
      },
    ),
  );
});

const key = Buffer.from([1, 2, 3, 4]);
const part = (opcode: number) => frame(opcode, Buffer.from('{'), { isFinal: false, key });
const longHead = frame(1, Buffer.alloc(70_000), { key }).subarray(0, 14);
longHead.writeBigUInt64BE(BigInt(maxMessageBytes + 1), 2);

test.each([
  ['a binary message', frame(2, Buffer.from('{}'), { key }), 'a frame of kind 2'],
  ['a reserved kind', frame(3, Buffer.from('{}'), { key }), 'a frame of kind 3'],
  ['a message without a mask', frame(1, Buffer.from('{}')), 'without a mask'],
  ['a compressed message', Buffer.from([0xc1, 0x82, 1, 2, 3, 4, 0, 0]), 'reserved bits'],
  ['a message within another one', Buffer.concat([part(1), part(1)]), 'within another'],
  ['a part without a message', part(0), 'a part without a message'],
  ['a control frame in parts', part(9), 'a control frame in parts'],
  ['a message that is too long', longHead, `${maxMessageBytes + 1} bytes`],
  [
    'parts without an end',
    Buffer.concat([part(1), ...Array.from({ length: 5000 }, () => part(0))]),
    'in more than 4096 parts',
  ],
])('%s of a guest ends its connection, and earlier messages are read', (_, bytes, why) => {
  const reader = new MessageReader({ strict: true });
  const read = reader.read(Buffer.concat([frame(1, Buffer.from('first'), { key }), bytes]));
  expect(read.map(({ payload }) => payload.toString())).toEqual(['first']);
  expect(reader.fault).toContain(why);
  expect(reader.read(frame(1, Buffer.from('next'), { key }))).toEqual([]);
});

test('a long message of the browser is read, an oversized one is skipped', () => {
  const bytes = Buffer.concat([
    frame(1, Buffer.alloc(2 ** 21, 'x')),
    frame(1, Buffer.alloc(maxMessageBytes + 1)),
  ]);
  const reader = new MessageReader({ strict: false });
  const read = reader.read(Buffer.concat([bytes, frame(1, Buffer.from('next'))]));
  expect(read.map(({ payload }) => payload.length)).toEqual([2 ** 21, 4]);
});
