import { expect, test } from 'vitest';
import { recordingsWords } from './recordings.ts';

const transcriptsSha256 = 'ab'.repeat(32);

test('git says whose recordings were replayed, and where it cannot the run does', () => {
  const words = (recordings: 'project' | 'other' | undefined, areOthers: boolean | null) =>
    recordingsWords({ transcriptsSha256, recordings }, areOthers);
  expect(words('project', false)).toBe(`those that this project has at the commit, ${transcriptsSha256}`);
  expect(words('project', true)).toBe(`others than this project has at the commit, ${transcriptsSha256}`);
  expect(words('project', null)).toBe(`this project’s, as the run says, ${transcriptsSha256}`);
  expect(words(undefined, null)).toBe(`origin not known, ${transcriptsSha256}`);
  expect(recordingsWords({ transcriptsSha256: null }, null)).toMatch(/^none were replayed/);
});
