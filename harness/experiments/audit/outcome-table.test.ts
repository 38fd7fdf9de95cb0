import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { noop } from '../../agents/controls/noop.ts';
import { spoofNetwork } from '../../agents/controls/spoof-network.ts';
import { replay } from '../../agents/replay.ts';
import { thisProject } from '../../cli/this-project.ts';
import { folderOf } from '../../testing/folder-of.ts';
import type { Column } from './judge-column.ts';
import { outcomeTable } from './outcome-table.ts';

const columnOf = (maker: Column['maker'], ...cells: string[]): Column => ({
  maker,
  cells: new Map(cells.map((cell, at) => [`task-${at}`, cell])),
  wrong: [],
  unable: [],
  told: [],
});

const ids = ['replay', 'noop', 'spoof-network'];

test('each server writes its own column and leaves the others', async () => {
  const doc = await readFile(path.join(thisProject.root, 'docs', 'validity.md'), 'utf8');
  const empty = doc.replace(/(<!-- outcomes: .*-->)[\s\S]*(<!-- \/outcomes -->)/, '$1\n$2');
  const root = await folderOf({ 'docs/validity.md': empty });
  const project = { ...thisProject, root };
  const written = [columnOf(replay, 'passed', 'passed'), columnOf(noop, 'failed', 'tampered', 'tampered')];
  await outcomeTable(project, 'playwright', written, { ids, mode: 'write' });
  const other = [columnOf(replay, 'passed'), columnOf(noop, 'failed'), columnOf(spoofNetwork)];
  await outcomeTable(project, 'openchrome', other, { ids, mode: 'write' });
  const text = await readFile(path.join(root, 'docs', 'validity.md'), 'utf8');
  expect(text).toContain(
    [
      '| adapter | openchrome | playwright |',
      '|---|---|---|',
      '| `replay` | passed 1 | passed 2 |',
      '| `noop` | failed 1 | tampered 2, failed 1 |',
      '| `spoof-network` | not applicable |  |',
    ].join('\n'),
  );
  expect(await outcomeTable(project, 'openchrome', other, { ids, mode: 'check' })).toEqual({ current: true });
  const worse = [columnOf(replay, 'failed'), ...other.slice(1)];
  expect(await outcomeTable(project, 'openchrome', worse, { ids, mode: 'check' })).toEqual({
    current: false,
  });
  await outcomeTable(project, 'playwright', [columnOf(noop, 'failed')], { ids, mode: 'write' });
  const after = await readFile(path.join(root, 'docs', 'validity.md'), 'utf8');
  expect(after).toContain('| `replay` | passed 1 | passed 2 |\n| `noop` | failed 1 | failed 1 |\n');
});
