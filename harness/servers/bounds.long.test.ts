import { expect, test } from 'vitest';
import { measure, mostMegabytes } from '../testing/guests/measure-server.ts';

test('long answers one after the other are not kept either', async () => {
  const { said, megabytes } = await measure({ tool: 'long', args: { length: 15e6 }, times: 8 });
  expect(said).toMatch(/^x+$/);
  expect(megabytes).toBeLessThan(mostMegabytes);
});

test('a version of a megabyte is cut, and moves no cursor', async () => {
  const { said, megabytes } = await measure({ flags: '--long-names', times: 0 });
  expect(said).toMatch(/^9\.9 \[31m9+$/);
  expect(said.length).toBeLessThanOrEqual(100);
  expect(megabytes).toBeLessThan(mostMegabytes);
});
