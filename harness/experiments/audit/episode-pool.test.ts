import { expect, test } from 'vitest';
import { EpisodePool } from './episode-pool.ts';

test('no more than the limit are played at once, each in its turn', async () => {
  const pool = new EpisodePool(2, () => {});
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const play = (nth: number) =>
    pool.slot(() => {
      begun.push(nth);
      return new Promise<number>((end) => {
        ends[nth] = () => end(nth);
      });
    });
  const played = [0, 1, 2, 3].map(play);
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  expect(await played[1]).toBe(1);
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  await played[0];
  expect(begun).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  ends[3]?.();
  expect(await Promise.all(played)).toEqual([0, 1, 2, 3]);
});

test('a failed one also frees its slot', async () => {
  const pool = new EpisodePool(1, () => {});
  await expect(pool.slot(() => Promise.reject(new Error('it broke')))).rejects.toThrow('it broke');
  expect(await pool.slot(async () => 'the next')).toBe('the next');
});
