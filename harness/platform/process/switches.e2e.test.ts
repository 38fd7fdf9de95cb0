import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { takeKeys } from './switches.ts';

test('keys are taken once and for all, and no child inherits them', () => {
  process.env.TAKEN_API_KEY = 'a-key';
  process.env.TAKEN_PLAIN = 'plain';
  expect(takeKeys()).toMatchObject({ TAKEN_API_KEY: 'a-key', TAKEN_PLAIN: 'plain' });
  expect(process.env.TAKEN_API_KEY).toBeUndefined();
  const inherited = execFileSync('env', { encoding: 'utf8' });
  expect(inherited).toContain('TAKEN_PLAIN=plain');
  expect(inherited).not.toContain('TAKEN_API_KEY');
  expect(takeKeys().TAKEN_API_KEY).toBe('a-key');
});
