import { expect, test } from 'vitest';
import { joinBase } from './href.ts';

test.each([
  ['/', '/runs/', '/runs/'],
  ['/repo', '/runs/', '/repo/runs/'],
  ['/repo/', '/runs/', '/repo/runs/'],
  ['/a/b/', '/', '/a/b/'],
] as const)('below %s the path %s is %s', (base, path, expected) => {
  expect(joinBase(base, path)).toBe(expected);
});
