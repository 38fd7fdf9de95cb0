import { expect, test } from 'vitest';
import { randomOf } from '../../../../harness/web/random-of.ts';
import { fill, fillingOf } from './fill-slots.ts';

const date = '2031-03-07T10:00:00Z';

test('a sentence begins with a capital, whatever fills it', () => {
  const filling = { place: 'the inn' };
  expect(fill('{place} is far. {place}? To {place}.\n{place}', filling)).toBe(
    'The inn is far. The inn? To the inn.\nThe inn',
  );
  expect(() => fill('{other}', filling)).toThrow('nothing fills {other}');
});

test('every kind of slot is drawn as it says, and a story says no word of a list twice', () => {
  for (let seed = 0; seed < 50; seed++) {
    const slots = {
      one: ['a', 'b'],
      two: ['a', 'b'],
      count: { int: [3, 5] },
      price: { cents: [205, 205] },
      day: { workday: [1, 2] },
      code: { code: 'A9-x' },
    } as const;
    const { one, two, count, price, day, code } = fillingOf(slots, randomOf(seed, 'slots'), date);
    expect([one, two].sort()).toEqual(['a', 'b']);
    expect(Number(count)).toBeGreaterThanOrEqual(3);
    expect(price).toBe('EUR 2.05');
    expect(day).toBe('Monday 10 March');
    expect(code).toMatch(/^[A-Z]\d-x$/);
  }
});
