import path from 'node:path';
import { expect, test } from 'vitest';
import { projectAt } from '../../platform/project.ts';
import { exampleRelease } from '../../results/examples/example-release.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { thisProject } from '../this-project.ts';
import { checkDisputes, disputesFile } from './check-disputes.ts';

const dispute = {
  ...{ id: 'a-cell', opened: '2026-02-01', sha: null, runId: null, taskId: null },
  ...{ cell: { release: 'mine@1.0.1', part: 'honesty', id: 'covered' }, claim: 'it is right' },
  ...{ outcome: 'open', closed: null, answer: null, url: null },
};

async function checked(disputes: unknown, record = JSON.stringify(exampleRelease())) {
  const text = JSON.stringify({ schema: 'contract-bench.disputes.v1', disputes });
  const root = await folderOf({ [disputesFile]: text, 'results/servers/mine@1.0.0.json': record });
  const outcome = checkDisputes(projectAt(root));
  return outcome?.mistakes.map((mistake) => mistake.replace(`${root}${path.sep}`, ''));
}

test('a dispute about a release without a record is named with its field', async () => {
  const [mistake, ...others] = (await checked([dispute])) ?? [];
  expect(mistake).toMatch(
    /disputes\.json: a-cell: cell\.release: got mine@1\.0\.1; expected a release .*: did you mean mine@1\.0\.0\?/,
  );
  expect(others).toEqual([]);
  expect(await checked([{ ...dispute, cell: null }])).toEqual([]);
});

test('a broken list and a broken record are named, not thrown', async () => {
  expect(await checked([{ ...dispute, opened: 'today' }])).toEqual([
    expect.stringMatching(/disputes\.json: disputes\[0\]\.opened/),
  ]);
  expect(await checked([dispute], '{')).toEqual([expect.stringMatching(/mine@1\.0\.0\.json: .*JSON/)]);
});

test('the list of this repository has no mistake, and a project without a list is not asked for one', async () => {
  expect(checkDisputes(thisProject)?.mistakes).toEqual([]);
  expect(checkDisputes(projectAt(await folderOf()))).toBeNull();
});
