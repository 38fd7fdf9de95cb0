import { expect, test } from 'vitest';
import { compareTitle } from './check-rerecord.ts';

const suites = new Map([
  ['webvoyager', new Set(['task-01', 'task-02'])],
  ['fixtures', new Set(['form', 'tab'])],
]);
const compare = (title: string, ...changed: string[]) => compareTitle(title, new Set(changed), suites);

test('a title without a list is valid only if nothing changed', () => {
  expect(compare('fix: a typo').ok).toBe(true);
  expect(compare('fix: a typo', 'form')).toEqual({
    ok: false,
    lines: [
      'form: its recording or its prompt changed; the title does not name it',
      'the title must hold: [transcript-rerecord: form]',
    ],
  });
});

test('the list is exactly the tasks that changed, in any order', () => {
  expect(compare('feat: x [transcript-rerecord: tab, task-02]', 'task-02', 'tab').ok).toBe(true);
  expect(compare('feat: x [transcript-rerecord: tab]', 'task-02', 'tab').lines[0]).toMatch(
    /^task-02: .* does not name it$/,
  );
  expect(compare('feat: x [transcript-rerecord: tab, form]', 'tab').lines[0]).toMatch(
    /^form: .* but it did not change$/,
  );
  expect(compare('feat: x [transcript-rerecord: tab]').lines.at(-1)).toBe('the title must name no task');
  expect(compare('feat: x [transcript-rerecord:]', 'tab').ok).toBe(false);
  expect(compare('feat: x (transcript-rerecord: tab)', 'tab').ok).toBe(false);
});

test('one word names a whole suite, and then everything in it must have changed', () => {
  expect(compare('[transcript-rerecord: fixtures/*, task-01]', 'form', 'tab', 'task-01').ok).toBe(true);
  expect(compare('[transcript-rerecord: fixtures/*]', 'form').ok).toBe(false);
  expect(compare('', 'form', 'tab', 'task-01', 'playwright/tools.json').lines.at(-1)).toBe(
    'the title must hold: [transcript-rerecord: playwright/tools.json, task-01, fixtures/*]',
  );
});
