import { expect, test } from 'vitest';
import { typedAs, typedFrom } from './command-line.ts';

test('a command is printed as its reader types it', () => {
  expect(typedAs).toBe('npm run harness --');
  expect(typedFrom('/home/me/my work/node_modules/contract-bench/dist/words')).toBe('npx contract-bench');
});
