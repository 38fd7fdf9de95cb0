import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { projectAt } from '../../platform/project.ts';
import { mulberry32 } from '../../results/statistics/statistics.ts';
import { holdResults } from '../../results/verify/against-git/hold-results.ts';
import { folderOf } from '../folder-of.ts';
import { forgedProject } from './forged-project.ts';
import { mutateText } from './mutate-text.ts';
import { readMutation } from './results-readers.ts';

const firstSchema = 'results/8a414ceff47a54c6592e8f1b9e44b29438ddea90.json';

/**
 * Hands as many mutations of genuine results files to all that reads one: nine of ten of today's schema in a checkout
 * that knows their commit, one of the first schema. `mistakes` are at most the first ten, each with its seed.
 */
export async function mutationsRead(count: number) {
  const { old, recent, copy } = await forgedProject();
  const today = { root: await copy(), sha: recent };
  rmSync(path.join(today.root, 'results', `${old}.json`));
  const first = {
    root: await folderOf({ [firstSchema]: readFileSync(firstSchema) }),
    sha: path.basename(firstSchema, '.json'),
  };
  const targets = await Promise.all([today, first].map(openTarget));
  const mistakes: string[] = [];
  let refused = 0;
  for (let seed = 0; seed < count && mistakes.length < 10; seed += 1) {
    const target = targets[seed % 10 === 9 ? 1 : 0];
    if (!target) throw new Error('there are two targets');
    const text = mutateText(target.text, mulberry32(seed));
    const read = readMutation(target.root, target.sha, text, target.holder);
    mistakes.push(...read.mistakes.map((mistake) => `seed ${seed}: ${mistake}`));
    if (read.refused) refused += 1;
  }
  return { refused, mistakes };
}

async function openTarget({ root, sha }: { root: string; sha: string }) {
  const project = projectAt(root);
  const text = readFileSync(path.join(project.results, `${sha}.json`), 'utf8');
  const holder = await holdResults({ project, shas: [sha], nowMs: Date.now() });
  return { root, sha, text, holder };
}
