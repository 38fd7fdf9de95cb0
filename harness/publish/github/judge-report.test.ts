import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UserError } from '../../platform/errors/user-error.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { judgeReport, markdownText } from './judge-report.ts';

const report = (...statuses: string[]) =>
  JSON.stringify({
    schema: 'contract-bench.report.v1',
    adapter: 'mock',
    server: { id: 'mine', version: '1' },
    episodes: statuses.map((status, n) => ({ suite: 'custom', taskId: `task-${n}`, trial: 1, status })),
  });
const judge = async (text: string, minPassed: number | null) =>
  judgeReport(path.join(await folderOf({ 'report.json': text }), 'report.json'), minPassed, {});

test('all must pass, or the requested number', async () => {
  expect(await judge(report('passed', 'passed'), null)).toMatchObject({ ok: true });
  expect(await judge(report('passed', 'failed'), null)).toEqual({
    ok: false,
    lines: ['1 of 2 passed; at least 2 must'],
    counts: { passed: 1, total: 2, minPassed: 2 },
  });
  expect(await judge(report('passed', 'failed'), 1)).toMatchObject({ ok: true });
  expect(await judge(report(), null)).toMatchObject({ ok: false });
});

test('a further reason fails a report whose tasks passed, in the log and in the summary', async () => {
  const folder = await folderOf({ 'report.json': report('passed') });
  const env = { GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md') };
  const judged = await judgeReport(path.join(folder, 'report.json'), null, env, ['too\nlarge']);
  expect(judged).toMatchObject({ ok: false, lines: ['1 of 1 passed; at least 1 must', 'FAILED  too large'] });
  expect(await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).toContain('Failed: <code>too large</code>');
});

test('in GitHub Actions it is summary and output of the step', async () => {
  const folder = await folderOf({ 'report.json': report('passed', 'tool_error') });
  const env = {
    GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md'),
    GITHUB_OUTPUT: path.join(folder, 'output'),
  };
  await judgeReport(path.join(folder, 'report.json'), null, env);
  expect(await readFile(env.GITHUB_OUTPUT, 'utf8')).toBe('passed=1\ntotal=2\n');
  const summary = await readFile(env.GITHUB_STEP_SUMMARY, 'utf8');
  expect(summary).toContain('| <code>task&#45;1</code> | tool_error |');
  expect(summary).toContain('Not enough: 1 of 2 passed; at least 2 must.');
});

test('the summary has the server’s text under each episode that did not pass', async () => {
  const { episodes, ...rest } = JSON.parse(report('start_page_failed'));
  const lastServerError = { tool: 'browser_navigate', said: 'Unexpected end of JSON input', answers: 2 };
  const row = { ...episodes[0], error: 'it did not open', serverErrors: 2, lastServerError };
  const text = JSON.stringify({ ...rest, episodes: [row] });
  const folder = await folderOf({ 'report.json': text });
  const env = { GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md') };
  await judgeReport(path.join(folder, 'report.json'), null, env);
  const summary = (await readFile(env.GITHUB_STEP_SUMMARY, 'utf8')).replace(/&#(\d+);/g, (_, code) =>
    String.fromCharCode(Number(code)),
  );
  expect(summary).toMatch(
    /it did not open; server errors 2 of 2, last: browser_navigate: Unexpected end of JSON input/,
  );
});

test('an invalid report, and a minimum above the number of episodes, are usage errors', async () => {
  await expect(judge('{}', null)).rejects.toThrow(UserError);
  await expect(judge(report('passed'), 2)).rejects.toThrow(
    '--min-passed: got 2; expected at most 1, the number of played episodes',
  );
});

test('third-party text has no structure, mentions no user and hides nothing', () => {
  expect(markdownText('| @all ![x](https://a.test) <img> `b`')).toBe(
    '<code>&#124; &#64;all &#33;&#91;x&#93;&#40;https&#58;&#47;&#47;a&#46;test&#41; &#60;img&#62; &#96;b&#96;</code>',
  );
  expect(markdownText('a\u202eb\u200bc\nd\u0000e')).toBe('<code>a b c d e</code>');
  expect(markdownText(' \n ')).toBe('');
});

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0, max: 127 }));
const anyText = fc.array(codePoint, { maxLength: 120 }).map((points) => String.fromCodePoint(...points));

test('whatever it is, only letters, digits, spaces and references are left, and it is bounded', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = markdownText(text, 50);
      expect(shown).toMatch(/^(<code>([\p{L}\p{N}… ]|&#\d+;){1,50}<\/code>)?$/u);
    }),
    { numRuns: 40 },
  );
});
