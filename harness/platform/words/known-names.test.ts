import { expect, test } from 'vitest';
import { mostAlikeFirst, thereIs } from './known-names.ts';

const servers = ['playwright', 'chrome-devtools', 'openchrome', 'playwright-cli'];

test('a name with a slip is led to the one that was meant', () => {
  expect(thereIs('playwrigth', servers)).toBe(`did you mean playwright? there is ${servers.join(', ')}`);
  expect(thereIs('chrome', servers)).toBe(
    `did you mean chrome-devtools or openchrome? there is ${servers.join(', ')}`,
  );
  expect(thereIs('nothing-like-it', servers)).toBe(`there is ${servers.join(', ')}`);
  expect(thereIs('x', [])).toBe('there is none');
});

test('of many names the near ones are said, and where the others are listed', () => {
  const tasks = Array.from({ length: 300 }, (_, index) => `mail-filter-s${index}`);
  expect(thereIs('example', tasks, 'list tasks')).toBe('there are 300, which list tasks lists');
  expect(thereIs('mail-filter', tasks, 'list tasks')).toBe(
    'did you mean mail-filter-s0 or mail-filter-s1 or mail-filter-s2? there are 300, which list tasks lists',
  );
  expect(thereIs('example', tasks)).toMatch(/^there are 300, among them mail-filter-s0, /);
});

test('the tool that replaced another one stands first', () => {
  const tools = ['navigate', 'snapshot', 'batch_execute', 'page_type_text', 'browser_types'];
  expect(mostAlikeFirst('browser_type', tools).slice(0, 2)).toEqual(['browser_types', 'page_type_text']);
});
