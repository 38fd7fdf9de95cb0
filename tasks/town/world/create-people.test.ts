import { expect, test } from 'vitest';
import { randomOf } from '../../../harness/web/random-of.ts';
import { createPeople } from './create-people.ts';

const towns = Array.from({ length: 100 }, (_, seed) => createPeople(randomOf(seed, 'people')));

test('names, addresses of mail and phone numbers tell people apart', () => {
  for (const people of towns)
    for (const field of ['id', 'name', 'email', 'phone'] as const)
      expect(new Set(people.map((person) => person[field])).size).toBe(60);
});

test('addresses of mail are plain, numbers are those that reach nobody', () => {
  for (const { email, phone, postcode, street } of towns.flat()) {
    expect(email).toMatch(/^[a-z]+\.[a-z]+@town\.test$/);
    expect(phone).toMatch(/^01632 960\d{3}$/);
    expect(postcode).toMatch(/^\d{5}$/);
    expect(street).toMatch(/^\d+ [A-Z]/);
  }
});

test('in every town somebody shares a given name with somebody else', () => {
  for (const people of towns)
    expect(new Set(people.map(({ name }) => name.split(' ')[0])).size).toBeLessThan(people.length);
});
