import { beforeAll, expect, test } from 'vitest';
import { packTarball } from '../packed.ts';
import { readGuides } from './guides.ts';
import { playGuide } from './play-guide.ts';

let tarball = '';

beforeAll(async () => {
  tarball = await packTarball();
});

test.each(readGuides())(
  'the commands of $file work in their order, as they are written',
  async (guide) => {
    for (const { text, wanted, exitCode, output } of await playGuide(guide, tarball))
      expect([text, exitCode], output).toEqual([text, wanted]);
  },
  1_800_000,
);
