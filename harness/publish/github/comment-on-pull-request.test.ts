import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zipOf } from '../../testing/zip-of.ts';
import { fileOfZip } from './comment-on-pull-request.ts';

/** Written by Info-ZIP 3.0 as a stream, as uploaded artefacts are: sizes stand behind the file and in the directory. */
const streamed = Buffer.from(
  'UEsDBBQACAAIAO00dl0AAAAAAAAAAAgAAAALAAAAcmVwb3J0Lmpzb26rVkpUsjKs5QIAUEsHCEaj6HQKAAAACAAAAFBLAQIeAxQACAAIAO00dl1Go+h0CgAAAAgAAAALAAAAAAAAAAEAAACkgQAAAAByZXBvcnQuanNvblBLBQYAAAAAAQABADkAAABDAAAAAAA=',
  'base64',
);

test('the one file of a zip is read, also of a stream', () => {
  expect(fileOfZip(streamed, 'report.json', 100).toString()).toBe('{"a":1}\n');
  expect(fileOfZip(zipOf({ 'report.json': 'x'.repeat(99) }), 'report.json', 100)).toHaveLength(99);
});

test('a zip of more or other files, too large a file, or none is refused', () => {
  const refusal = (zip: Buffer) => () => fileOfZip(zip, 'report.json', 100);
  expect(refusal(zipOf({ 'report.json': '', b: '' }))).toThrow('got 2 files; expected only report.json');
  expect(refusal(zipOf({}))).toThrow('got 0 files');
  expect(refusal(zipOf({ '../report.json': '' }))).toThrow('got a file of another name');
  expect(refusal(zipOf({ 'report.json': 'x'.repeat(5_000_000) }))).toThrow(/larger than 100 bytes/);
  expect(refusal(Buffer.from('no zip'))).toThrow('invalid zip');
});

test('a zip that is broken anywhere is refused or read within the limit, and never hangs', () => {
  const whole = zipOf({ 'report.json': 'x'.repeat(80) });
  const byte = fc.record({ at: fc.nat(whole.length - 1), value: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(byte, { minLength: 1, maxLength: 5 }), (bytes) => {
      const zip = Buffer.from(whole);
      for (const { at, value } of bytes) zip[at] = value;
      try {
        expect(fileOfZip(zip, 'report.json', 100).length).toBeLessThanOrEqual(100);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
  );
});
