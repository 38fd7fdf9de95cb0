import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { UserError } from '../../platform/errors/user-error.ts';
import { folderOf } from '../../testing/folder-of.ts';
import { isLong } from '../../testing/sized.ts';
import { checkRerecord } from './check-rerecord.ts';

const task = (id: string, more: { goal?: string; contains?: string; maxSteps?: number } = {}) =>
  `---
id: ${id}
title: A page
goal: ${more.goal ?? 'Open the page.'}
startUrl: https://example.com/
maxSteps: ${more.maxSteps ?? 3}
maxDurationMs: 1000
success: { kind: dom_text, selector: h1, contains: '${more.contains ?? 'Example'}' }
---
Why.
`;

let folder = '';
const git = (...args: string[]) =>
  execa(
    'git',
    ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false', ...args],
    { cwd: folder },
  );
const look = (title = 'a title') => checkRerecord({ folder, base: 'base', title });

beforeAll(async () => {
  folder = await folderOf({
    'README.md': 'a project',
    'tasks/README.md': 'what a task must be',
    'tasks/webvoyager/suite.yaml': 'id: webvoyager',
    'tasks/webvoyager/task-a.md': task('task-a'),
    'tasks/webvoyager/task-b.md': task('task-b'),
    'tasks/webvoyager/task-c.md': task('task-c'),
    'tasks/webvoyager/task-d.md': task('task-d'),
    'transcripts/playwright/task-a.jsonl': 'a',
    'transcripts/playwright/tools.json': '{}',
  });
  await git('init', '--quiet', '--initial-branch', 'main');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'base');
  await git('tag', 'base');
});

/** One commit on top of the base, nothing of the one before. */
async function change(files: Record<string, string | null>): Promise<void> {
  await git('reset', '--quiet', '--hard', 'base');
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    if (content === null) await rm(file);
    else {
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'a change');
}

test('a pull request needs no list for a change of contract, limit, reasons or anything else', async () => {
  await change({
    'README.md': 'changed',
    'tasks/README.md': 'changed',
    'tasks/webvoyager/task-a.md': `${task('task-a', { contains: 'Else', maxSteps: 5 })}Because.\n`,
  });
  expect(await look()).toEqual({ lines: ['no recording changed'], ok: true });
});

if (isLong) {
  test('it names each task whose recording or goal changed, that is new, gone or cannot be read', async () => {
    await change({
      'transcripts/playwright/task-a.jsonl': 'b',
      'transcripts/playwright/tools.json': '{"a":1}',
      'tasks/webvoyager/task-b.md': null,
      'tasks/webvoyager/task-c.md': task('task-c', { goal: 'Another.' }),
      'tasks/webvoyager/task-d.md': '---\nid: task-d\n---\n',
      'tasks/fixtures/suite.yaml': 'id: fixtures',
      'tasks/fixtures/task-e.md': task('task-e'),
    });
    const changed = ['playwright/tools.json', 'task-a', 'task-b', 'task-c', 'task-d', 'task-e'];
    const { lines, ok } = await look();
    expect(ok).toBe(false);
    expect(lines.slice(0, -1)).toEqual(
      changed.map((name) => expect.stringMatching(`^${name}: .* does not name it$`)),
    );
    expect(await look(`feat: x [transcript-rerecord: ${changed.join(', ')}]`)).toMatchObject({ ok: true });
  });
}

test('a renamed recording counts for both tasks', async () => {
  await change({ 'transcripts/playwright/task-a.jsonl': null, 'transcripts/playwright/task-b.jsonl': 'a' });
  expect(await look('[transcript-rerecord: task-a, task-b]')).toMatchObject({ ok: true });
});

test('an unknown base is a usage error', async () => {
  await expect(checkRerecord({ folder, base: 'nowhere', title: '' })).rejects.toThrow(UserError);
});
