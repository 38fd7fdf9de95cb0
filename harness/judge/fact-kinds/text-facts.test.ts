import { describe, expect, test } from 'vitest';
import { withBodyText } from './text-facts.ts';
import type { Texts } from './texts.ts';

const found = (...pieces: string[]) => ({ found: true as const, length: 100, pieces });
const bodyOf = (texts: Texts['texts']) => withBodyText(texts).body;

describe('the text of the body', () => {
  test('contains the text of every element, so that a clause widened to it decides the same', () => {
    expect(
      bodyOf({ h1: found('Hello', 'World'), p: found('Hell'), '.gone': { found: false } }),
    ).toMatchObject({
      pieces: ['Hello', 'World'],
    });
    expect(bodyOf({ '.gone': { found: false } })).toMatchObject({ found: true, pieces: [] });
  });

  test('is kept where it was collected', () => {
    expect(bodyOf({ body: found('Menu'), h1: found('Hello') })).toEqual({
      found: true,
      length: 105,
      pieces: ['Menu', 'Hello'],
    });
    expect(bodyOf({ body: { error: 'a dialog is open' }, h1: found('Hello') })).toEqual({
      error: 'a dialog is open',
    });
  });

  test('is unreadable if the texts were', () => {
    expect(bodyOf({ h1: { error: 'a dialog is open' } })).toEqual({ error: 'a dialog is open' });
    expect(bodyOf({})).toBeUndefined();
  });
});
