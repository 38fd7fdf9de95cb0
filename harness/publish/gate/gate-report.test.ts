import { expect, test } from 'vitest';
import { annotations, type GateReport, logLines, stepSummary } from './gate-report.ts';

/** A report of one failure, as a page that knows of the gate would word it. */
function reportSaying(what: string): GateReport {
  return {
    server: 'playwright',
    judged: 'commit abc',
    base: 'origin/main',
    suites: [],
    answers: [],
    toolList: null,
    failures: [{ file: 'tasks/a,b:c.md', task: 'a', title: 'a failed: 100%', what }],
    comparisons: [],
    notes: [],
  };
}

test('text of a page cannot start a line of its own in the log', () => {
  const lines = logLines(reportSaying('seen\n::add-mask::x\r\u2028::error::y'));
  expect(lines).toContain('FAILED  tasks/a,b:c.md: a: seen ::add-mask::x ::error::y');
  expect(lines.join('\n').split(/[\n\r\u2028]/)).toHaveLength(lines.length);
});

test('a failure of many tasks is reported once, with their names', () => {
  const report = reportSaying('it was not played at this commit');
  const failures = ['a', 'b', 'c', 'd'].flatMap((task) => report.failures.map((each) => ({ ...each, task })));
  const whole = {
    file: 'results/baseline.json',
    task: null,
    title: 'x',
    what: 'it was not played at this commit',
  };
  expect(logLines({ ...report, failures: [...failures, whole] }).slice(1)).toEqual([
    'FAILED  4 tasks: it was not played at this commit',
    '        a, b, c, d',
    'FAILED  results/baseline.json: it was not played at this commit',
    'gate failed: 5 reasons',
  ]);
});

test('an annotation is one line, its properties and its text escaped', () => {
  expect(annotations(reportSaying('one\ntwo\r100%'))).toEqual([
    '::error file=tasks/a%2Cb%3Ac.md,title=a failed%3A 100%25::tasks/a,b:c.md: a: one%0Atwo\\u000d100%25',
  ]);
});

test('a summary shows text of a page without any effect', () => {
  const row = stepSummary(reportSaying('<img src=x> | ``b`` \\| [a](http://b.test)\n## c'))
    .split('\n')
    .find((line) => line.startsWith('| `a`'));
  expect(row).toBe(
    '| `a` | ``` <img src=x> \\| ``b`` \\ \\| [a](http://b.test) ## c ``` | `tasks/a,b:c.md` |',
  );
});
