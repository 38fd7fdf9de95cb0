import { expect, test } from 'vitest';
import { typedCommand } from './typed-command.ts';

const env = { HOME: '/home/someone', OPENAI_API_KEY: 'a-key-of-mine' };
const typed = (...words: string[]) => typedCommand(words, env).replace(/^npm run harness -- /, '');

test('a command line is as it was typed, in quotes where a shell needs them', () => {
  expect(typedCommand(['--suite', 'fixtures'], env)).toBe('npm run harness -- --suite fixtures');
  expect(typed('--server-command', "node it's.js {endpoint}")).toBe(
    `--server-command 'node it'\\''s.js {endpoint}'`,
  );
});

test('no secret and no home folder is in it', () => {
  expect(typed('--script', 'a-key-of-mine')).toBe('--script [redacted:key]');
  expect(typed('--api-key', 'abc', '--task', 'a')).toBe('--api-key [redacted:key] --task a');
  expect(typed('--token=abc')).toBe('--token=[redacted:key]');
  expect(typed('--queue', 'redis://me:secret@host:1')).toBe('--queue redis://[redacted:user]@host:1');
  expect(typed('--server-command', 'srv --token abc --endpoint {endpoint}')).toBe(
    "--server-command 'srv --token [redacted:key] --endpoint {endpoint}'",
  );
  expect(typed('--transcripts', '/home/someone/mine')).toBe('--transcripts ~/mine');
});

test('it is cut where it is long', () => {
  expect(typed('--skill', 'x'.repeat(5000)).length).toBeLessThanOrEqual(2000);
});
