import { expect, test } from 'vitest';
import { folderOf } from '../../testing/folder-of.ts';
import { findTranscript, transcriptsSha256 } from './transcript-files.ts';

test('the transcript of the server comes before a flat one, an earlier folder before a later one', async () => {
  const folder = await folderOf({ 'guest/x.jsonl': '', 'x.jsonl': '', 'y.jsonl': '' });
  const later = await folderOf({ 'guest/y.jsonl': '' });
  expect(await findTranscript([folder, later], 'guest', 'x')).toBe(`${folder}/guest/x.jsonl`);
  expect(await findTranscript([folder, later], 'guest', 'y')).toBe(`${folder}/y.jsonl`);
  expect(await findTranscript([folder, later], 'other', 'x')).toBe(`${folder}/x.jsonl`);
  expect(await findTranscript([folder], 'guest', 'z')).toBeNull();
});

test('a recording with the line ends of Windows is the same one', async () => {
  const digests = ['a\nb\n', 'a\r\nb\r\n', 'a\nc\n'].map(async (text) =>
    transcriptsSha256([await folderOf({ 'x.jsonl': text })], 'guest', ['x']),
  );
  const [plain, windows, other] = await Promise.all(digests);
  expect(windows).toBe(plain);
  expect(other).not.toBe(plain);
});
