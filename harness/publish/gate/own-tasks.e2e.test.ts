import { expect, test } from 'vitest';
import { exampleRun } from '../../results/examples/example-run.ts';
import { ownTasks } from '../../testing/own-tasks.ts';
import { gate } from './gate.ts';

test('own tasks have a gate by their recordings, without a baseline and without git', async () => {
  const { project, asked } = await ownTasks({
    'recorded/guest/reach.jsonl': '\n',
    'out/20260102T030405Z-other.json': JSON.stringify(exampleRun()),
  });
  const { lines, passed } = await gate(asked, project, {});
  expect(passed).toBe(false);
  expect(lines).toContain('custom: 0 passed, 1 expected; 1 required, 1 pending');
  expect(lines).toContain(
    'note: custom: results/baseline.json asks nothing of it, so every task that guest has a recording of must pass',
  );
  await expect(gate({ ...asked, taskIds: ['other'] }, project, {})).rejects.toThrow(
    /^--task: unknown task "other" in custom; there is later, reach/,
  );
  await expect(gate({ ...asked, suites: ['none'] }, project, {})).rejects.toThrow(
    /^--suite: unknown suite "none"; there is custom/,
  );
  await expect(gate({ ...asked, server: 'another' }, project, {})).rejects.toThrow(
    /^gate: there is no results\/baseline\.json, and no recording of another of custom; name them with --transcripts, or write them: npm run harness -- record --server another/,
  );
  await expect(gate({ ...asked, out: null }, project, {})).rejects.toThrow(
    /^gate: there is no commit here whose runs could be judged; judge a saved run with --out/,
  );
});
