import path from 'node:path';
import { expect, test } from 'vitest';
import { toProject } from '../cli/project-here.ts';
import { projectAt } from '../platform/project.ts';
import { folderOf } from '../testing/folder-of.ts';
import { hiddenOf } from './hidden-of.ts';
import { quietOptions } from './plan.ts';

test('of a project with a configuration its answers and what was committed are hidden, its programs are not', async () => {
  const files = ['.git/HEAD', 'bench/mine/suite.yaml', 'web/a.test/index.html', 'transcripts/x/y.jsonl'];
  const root = await folderOf(Object.fromEntries([...files, 'results/a.json'].map((file) => [file, ''])));
  const ours = await folderOf({ 'tasks/web/b.test/index.html': '', 'transcripts/z.jsonl': '' });
  const config = { suites: ['./bench/mine'], webRoots: ['web'] };
  const project = toProject({ file: null, root, config }, projectAt(ours));
  const { checkout, answers } = hiddenOf({
    options: { ...quietOptions(project), out: path.join(root, 'reports') },
    transcriptFolders: [...project.recordings],
  });
  expect(checkout).toBeNull();
  const below = (folder: string, ...names: string[]) => names.map((name) => path.join(folder, name));
  expect(new Set(answers)).toEqual(
    new Set([
      ...below(root, '.git', 'bench/mine', 'web', 'transcripts', 'results'),
      ...below(ours, 'tasks', 'tasks/web', 'transcripts'),
    ]),
  );
});
