import { expect, test } from 'vitest';
import { exampleAudit, exampleAuditedTask } from '../examples/example-audit.ts';
import { AuditRecord, countsOf } from './audit-record.ts';

test('attempts in a browser, ends that were made, attacks and passes are counted apart', () => {
  const tasks = [
    exampleAuditedTask({ wrong: { mutations: { played: 0, made: 4, passed: 1 } } }),
    exampleAuditedTask({
      ends: { noop: 'passed', spoof: 'cannot' },
      attacks: [],
      wrong: { 'near-misses': { played: 3, made: 0, passed: 0 } },
    }),
  ];
  const of = (control: string) => countsOf(control, tasks);
  expect(of('noop')).toEqual({ played: 2, made: 0, attacks: 0, passed: 1 });
  expect(of('spoof')).toEqual({ played: 2, made: 0, attacks: 1, passed: 0 });
  expect(of('mutations')).toEqual({ played: 0, made: 4, attacks: 0, passed: 1 });
  expect(of('near-misses')).toEqual({ played: 3, made: 0, attacks: 3, passed: 0 });
});

test.each(['played', 'made', 'attacks', 'passed'] as const)(
  'a count "%s" that is not the sum over the tasks is refused by its field',
  (field) => {
    const { controls, ...record } = exampleAudit();
    expect(AuditRecord.parse({ ...record, controls })).toEqual(exampleAudit());
    const [first, ...others] = controls;
    const changed = [{ ...first, [field]: 7 }, ...others];
    const issues = AuditRecord.safeParse({ ...record, controls: changed }).error?.issues;
    expect(issues?.map(({ path }) => path)).toEqual([['controls', 0, field]]);
  },
);
