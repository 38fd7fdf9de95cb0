import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../folder-of.ts';
import { runIn } from '../own-project.ts';

/** A copy of the project that the documents show. */
let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);

beforeAll(async () => {
  folder = await folderOf({});
  await cp(path.join(thisProject.root, 'docs/examples/project'), folder, { recursive: true });
});

test('a suite, an operator, a server and an agent of a project are played together, and marked as its own', async () => {
  const played = await runIn(folder, 'run', { agent: 'my-agent', save: false, out: at('out') });
  expect(played).toMatchObject({
    exitCode: 0,
    data: {
      runs: [
        {
          suite: 'shop',
          config: { server: { id: 'custom:my-server' }, adapter: 'custom:my-agent', agent: { door: 'mcp' } },
          episodes: [{ taskId: 'shop-lamp', status: 'passed', verdict: { clauses: { length: 2 } } }],
        },
      ],
    },
  });
  expect(await runIn(folder, 'verify', { folder: at('out') })).toMatchObject({
    ...{ exitCode: 0, data: { passed: true, findings: [] } },
  });
});

test('a task by itself is played on the project’s server', async () => {
  const played = await runIn(folder, 'run', {
    ...{ tasks: at('lamp-by-url.md'), agent: 'my-agent', save: false, out: at('out-of-task') },
  });
  expect(played).toMatchObject({
    exitCode: 0,
    data: { runs: [{ suite: 'custom', episodes: [{ taskId: 'lamp-by-url', status: 'passed' }] }] },
  });
});

test('the clauses of an own operator are judged as those of the vocabulary: another price does not pass', async () => {
  const file = at('bench/shop/shop-lamp.md');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('pounds: 30', 'pounds: 31'));
  const played = await runIn(folder, 'run', { agent: 'my-agent', save: false, out: at('out-of-other') });
  await writeFile(file, text);
  expect(played).toMatchObject({ data: { runs: [{ episodes: [{ status: 'failed' }] }] } });
});
