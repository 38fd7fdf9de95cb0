import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { parseTranscript, transcriptOf } from './parse-transcript.ts';
import { redactorFor } from './redact.ts';
import { writeTranscript } from './transcript-files.ts';

const sha = '0'.repeat(64);
const header = {
  task: 'a-task',
  givenSha256: sha,
  server: { id: 'guest', version: '1', toolsSha256: sha },
  adapter: 'script',
  model: null,
  web: 'hermetic',
  recordedAt: '2026-01-01T00:00:00.000Z',
};
const played = (tool: string, args = {}) => ({ tool, args, responseKind: 'text' as const, responseBytes: 3 });
const recorded = transcriptOf(
  header,
  ['open', 'click', 'read'].map((tool) => played(tool, { n: tool.length })),
  { reason: 'done', finalUrl: 'https://a.test/' },
);
const lines = [recorded.header, ...recorded.calls, recorded.end].map((line) => JSON.stringify(line));
const [first = '', one = '', two = '', three = '', end = ''] = lines;
const call = (text: string, fields: object) => JSON.stringify({ ...JSON.parse(text), ...fields });
const drift = (texts: string[]) => {
  const parsed = parseTranscript(texts.map((text) => `${text}\n`).join(''));
  return 'drift' in parsed ? [parsed.drift.reason, parsed.drift.step] : 'none';
};

test('a transcript as it was recorded has no drift', () => {
  expect(parseTranscript(`${lines.join('\n')}\n`)).toEqual({ transcript: recorded });
  expect(parseTranscript(lines.join('\r\n'))).toEqual({ transcript: recorded });
});

test.each([
  ['nothing at all', [], ['malformed', 1]],
  ['an empty line', [first, '', one, two, three, end], ['malformed', 2]],
  ['invalid JSON', [first, one, '{"kind":', three, end], ['malformed', 3]],
  ['no header', [one, two, three, end], ['malformed', 1]],
  ['a second header', [first, one, first, two, three, end], ['malformed', 3]],
  ['no end', [first, one, two, three], ['malformed', 5]],
  ['a second end', [first, one, two, three, end, end], ['malformed', 6]],
  ['an unknown kind', [first, '{"kind":"comment"}', one, two, three, end], ['malformed', 2]],
  ['an unknown field', [first, call(one, { note: 'x' }), two, three, end], ['malformed', 2]],
  ['a call without arguments', [first, call(one, { args: undefined }), two, three, end], ['malformed', 2]],
  ['the first call missing', [first, two, three, end], ['missing_call', 1]],
  ['a call missing in the middle', [first, one, three, end], ['missing_call', 2]],
  ['the last call missing', [first, one, two, end], ['missing_call', 3]],
  ['every call missing', [first, end], ['missing_call', 1]],
  ['a call twice', [first, one, two, two, three, end], ['extra_call', 2]],
  ['a call too many', [first, one, two, three, call(three, { seq: 4 }), end], ['extra_call', 4]],
  ['a call after the end', [first, one, two, three, end, call(three, { seq: 4 })], ['extra_call', 4]],
  ['the last call after the end', [first, one, two, end, three], ['missing_call', 3]],
  ['calls in another order', [first, two, one, three, end], ['missing_call', 1]],
  ['other arguments', [first, one, call(two, { args: { n: 6 } }), three, end], ['digest_mismatch', 2]],
  ['an argument more', [first, one, two, call(three, { args: { n: 4, m: 1 } }), end], ['digest_mismatch', 3]],
])('%s is drift', (_, texts, expected) => {
  expect(drift(texts)).toEqual(expected);
});

test('a malformed line is named with what is wrong', () => {
  const parsed = parseTranscript([first, one, call(two, { response_kind: 'video' }), three, end].join('\n'));
  expect(parsed).toMatchObject({ drift: { actual: expect.stringMatching(/^line 3: response_kind: /) } });
});

test('the order of keys does not matter to a digest, that of arrays does', () => {
  const sorted = transcriptOf(header, [played('x', { a: [1, 2], b: { c: 1, d: 2 } })], recorded.end);
  const again = transcriptOf(header, [played('x', { b: { d: 2, c: 1 }, a: [1, 2] })], recorded.end);
  const other = transcriptOf(header, [played('x', { b: { d: 2, c: 1 }, a: [2, 1] })], recorded.end);
  expect(again.calls[0]?.args_digest_sha256).toBe(sorted.calls[0]?.args_digest_sha256);
  expect(other.calls[0]?.args_digest_sha256).not.toBe(sorted.calls[0]?.args_digest_sha256);
});

test('whatever calls are recorded, reading them gives the same', async () => {
  const folder = await folderOf();
  const someCall = fc.record({
    tool: fc.string({ minLength: 1 }),
    args: fc
      .dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 })
      .map((args) => JSON.parse(JSON.stringify(args)))
      // The one key that is lost in reading: a call with it is drift, and not replayed as another.
      .filter((args) => !JSON.stringify(args).includes('"__proto__"')),
    responseKind: fc.constantFrom('text' as const, 'image' as const, 'mixed' as const, 'empty' as const),
    responseBytes: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(someCall, { maxLength: 5 }), fc.webUrl(), async (calls, finalUrl) => {
      const transcript = transcriptOf(header, calls, { reason: 'done', finalUrl });
      const written = await writeTranscript(folder, transcript, (value) => value);
      if (!('file' in written)) throw new Error(written.refused);
      const text = await readFile(written.file, 'utf8');
      // As JSON: what a text file can tell apart.
      expect(JSON.stringify(parseTranscript(text))).toBe(JSON.stringify({ transcript }));
    }),
    { numRuns: 25 },
  );
});

test('a recording goes to the folder of its server', async () => {
  const folder = await folderOf();
  expect(await writeTranscript(folder, recorded, redactorFor({}))).toEqual({
    file: path.join(folder, 'guest', 'a-task.jsonl'),
  });
});

test('a recording with a secret in an argument is refused with the call, the argument and a way out', async () => {
  const folder = await folderOf();
  const secret = transcriptOf(
    header,
    [played('open'), played('type', { target: 'input[name=password]', text: 'hunter2' })],
    recorded.end,
  );
  const { refused } = { refused: '', ...(await writeTranscript(folder, secret, redactorFor({}))) };
  expect(refused).toMatch(/^call 2 \(type\) holds a secret in its argument text; nothing was recorded; /);
  expect(refused).toMatch(/the task's goal says it: name it there, and record again$/);
  await expect(readFile(path.join(folder, 'guest', 'a-task.jsonl'))).rejects.toThrow(/ENOENT/);
});
