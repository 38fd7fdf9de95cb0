import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syntheticMarker } from '../../harness/publish/board/synthetic-marker.ts';
import { resultsText } from '../../harness/results/store/save-run.ts';
import { type SyntheticScale, syntheticHistory } from './synthetic-history.ts';

/** Writes `<folder>/results` anew and returns it. References are the project's: they are claims of others, not results. */
export function writeDemo(folder: string, projectResults: string, scale: SyntheticScale): string {
  const results = join(folder, 'results');
  for (const stale of [results, join(folder, 'dist')]) rmSync(stale, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const { taskIds, ...numbers } = scale;
  const marker = { schema: 'contract-bench.synthetic.v1', ...numbers, tasks: taskIds.length };
  writeFileSync(join(results, syntheticMarker), `${JSON.stringify(marker)}\n`);
  copyFileSync(join(projectResults, 'references.json'), join(results, 'references.json'));
  for (const file of syntheticHistory(scale))
    writeFileSync(join(results, `${file.sha}.json`), resultsText(file));
  return results;
}
