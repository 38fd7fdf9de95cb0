import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { thisProject } from '../cli/this-project.ts';
import { findTaskWeb } from '../run/open-webs.ts';
import { folderOf } from '../testing/folder-of.ts';
import { newTask } from './new-task.ts';

test('a new task with a host starts on it as it is written, and what is sent to it is its state', async () => {
  const folder = await folderOf();
  const at = (...names: string[]) => path.join(folder, ...names);
  const { files, lines } = await newTask('order-tea', folder, { withHost: true });
  expect(files).toEqual([at('order-tea.md'), at('web', 'order-tea.test', '_host.ts')]);
  expect(lines).toContain(
    `  npm run harness -- serve order-tea --tasks ${at('order-tea.md')} --web-root ${at('web')}`,
  );
  const written = await readFile(at('order-tea.md'), 'utf8');
  const filled = written
    .replace(/^title: .*/m, 'title: Tea')
    .replace(/^goal: .*/m, 'goal: Order tea.')
    .replace(/contains: '[^']*'/, "contains: 'Thank you'");
  await writeFile(at('order-tea.md'), filled);
  const { task, fixtureSites } = await findTaskWeb({
    ...{ project: thisProject, id: 'order-tea', tasks: at('order-tea.md'), webRoot: at('web') },
  });
  const { hosts, world } = fixtureSites.open();
  const ask = async (url: string, init?: RequestInit) =>
    (await hosts.get('order-tea.test')?.(new Request(url, init)))?.text();
  expect(await ask(task.startUrl)).toContain('<button>Order</button>');
  expect(await ask(`${task.startUrl}order`, { method: 'POST', body: 'what=tea' })).toContain('Thank you');
  expect(world?.tables()['order-tea.test']).toEqual({ orders: [{ id: '1', what: 'tea' }] });
  await expect(newTask('order-tea', folder, { withHost: true })).rejects.toThrow(
    /^new task: .*order-tea\.md exists already/,
  );
});
