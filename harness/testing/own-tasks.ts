import path from 'node:path';
import { type Project, projectAt } from '../platform/project.ts';
import type { GateOptions } from '../publish/gate/gate.ts';
import { folderOf } from './folder-of.ts';
import { taskMarkdown } from './suite-files.ts';
import { usualGateOptions } from './usual-gate-options.ts';

/** A folder of somebody's own, no git checkout, with two tasks and what else is given. */
export async function ownTasks(files: Record<string, string> = {}) {
  const folder = await folderOf({
    'mine/reach.md': taskMarkdown('reach'),
    'mine/later.md': taskMarkdown('later'),
    ...files,
  });
  const at = (...names: string[]) => path.join(folder, ...names);
  // Its web roots and recordings alone: what this repository has is not his.
  const project: Project = { ...projectAt(folder), checkout: null, webRoots: [], recordings: [] };
  const own = { tasks: at('mine'), transcripts: at('recorded') };
  const asked: GateOptions = {
    ...usualGateOptions,
    ...{ base: false, server: 'guest', ...own, out: at('out') },
  };
  return { at, project, own, asked };
}
