import { expect, test } from 'vitest';
import { scratchProject } from '../scratch-project.ts';
import { playShards, reportOf } from '../shards.ts';

test.each([
  { name: 'every suite', command: [] },
  { name: 'the fixtures under the names of OpenChrome', command: ['bench', 'episode'] },
])('$name: 4 shards merge to the report of the unsharded', async ({ command }) => {
  const project = await scratchProject();
  const { folders } = await playShards(project, 4, command);
  const whole = await project.harness([
    ...command,
    '--out',
    'whole',
    ...(command.length > 0 ? [] : ['--no-save']),
  ]);
  expect(whole.exitCode).toBe(0);
  expect(await project.harness(['merge', ...folders, '--out', 'merged'])).toMatchObject({ exitCode: 0 });
  expect(await reportOf(project, 'merged')).toBe(await reportOf(project, 'whole'));
  expect(await project.harness(['verify', 'merged'])).toMatchObject({ exitCode: 0 });
  const stored = command.length > 0 ? 'ENOENT' : await project.results();
  expect(await project.harness(['merge', ...folders.toReversed(), '--out', 'merged'])).toMatchObject({
    exitCode: 0,
  });
  // The same shards in another order, into the same folder, give the same bytes; bench appends nothing.
  if (stored === 'ENOENT') await expect(project.results()).rejects.toThrow(stored);
  else expect(await project.results()).toEqual(stored);
  const tooMany = await project.harness([...command, '--shard', '1/999', '--dry-run']);
  expect(tooMany).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/allowed are at most \d+ shards/),
  });
  const [missing, ...others] = folders;
  expect(await project.harness(['merge', ...others, '--out', 'refused']), missing).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^merge: shard 1\/4 of \w+ is missing$/m),
  });
});
