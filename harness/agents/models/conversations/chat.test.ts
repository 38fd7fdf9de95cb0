import { expect, test } from 'vitest';
import { chat } from './chat.ts';
import type { Ask, Entry } from './conversation.ts';

const ask = (entries: readonly Entry[], changes: Partial<Ask> = {}): Ask => ({
  model: 'm',
  maxTokens: 100,
  effort: 'low',
  system: 'You drive a browser.',
  tools: [{ name: 'open', original: 'open', schema: { type: 'object', properties: {} }, wrappedIn: null }],
  entries,
  quirks: new Set(),
  ...changes,
});

test('a host that hands on to Anthropic is given marks of the cache, and an old host the old name of the limit', () => {
  const entries: Entry[] = [{ from: 'user', text: 'Go.' }];
  const marks = JSON.stringify(chat.build(ask(entries, { model: 'anthropic/claude-sonnet-5.5' }))).split(
    'cache_control',
  );
  expect(marks).toHaveLength(3);
  expect(JSON.stringify(chat.build(ask(entries)))).not.toContain('cache_control');
  const old = chat.build(ask(entries, { quirks: new Set(['old_limit_name']) }));
  expect([old.max_tokens, old.max_completion_tokens]).toEqual([100, undefined]);
});
