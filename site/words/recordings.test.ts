import { expect, test } from 'vitest';
import { recordingsWords } from './recordings.ts';

const transcriptsSha256 = 'ab'.repeat(32);

test('git says whose recordings were replayed, and where it cannot the run does', () => {
  const words = (recordings: 'project' | 'other' | undefined, areOthers: boolean | null) =>
    recordingsWords({ transcriptsSha256, recordings }, areOthers);
  expect(words('project', false)).toBe(`this project’s of the commit, ${transcriptsSha256}`);
  expect(words('project', true)).toBe(`not this project’s of the commit, ${transcriptsSha256}`);
  expect(words('project', null)).toBe(`this project’s, as the run says, ${transcriptsSha256}`);
  expect(words(undefined, null)).toBe(`of unknown origin, ${transcriptsSha256}`);
  expect(recordingsWords({ transcriptsSha256: null }, null)).toMatch(/^none were replayed/);
});
