import { expect, test } from 'vitest';
import { recordedOwnProject, runIn } from '../own-project.ts';

test('an own task is checked, recorded and audited on an own server where it lies', async () => {
  const { folder, at, recorded, ended } = await recordedOwnProject();
  expect(ended.exitCode).toBe(0);
  expect(await runIn(folder, 'check', recorded)).toMatchObject({
    exitCode: 0,
    lines: ['1 task, 1 transcript, 1 tool ledger valid'],
  });
  const audited = await runIn(folder, 'audit', {
    ...{ ...recorded, control: 'noop', mutate: true, out: at('audit') },
  });
  expect(audited.lines).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^reach +passed +failed$/),
      'every control failed, every transcript passed',
      expect.stringMatching(/^reach +\d+ +\d+$/),
    ]),
  );
  expect(audited.exitCode).toBe(0);
});
