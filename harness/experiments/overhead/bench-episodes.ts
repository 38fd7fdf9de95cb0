/** What the harness costs: the judged replay of ten tasks against a bare script with the same calls, interleaved. */

import path from 'node:path';
import { noPatternCheck, readTasks } from '../../task/read-tasks.ts';
import { comparePairs } from './compare-pairs.ts';
import type { Circumstances, Measurement } from './measurement.ts';

export async function benchEpisodes(circumstances: Circumstances): Promise<Measurement> {
  const { tasks } = await readTasks(
    path.join(circumstances.project.tasks, 'webvoyager'),
    'webvoyager',
    noPatternCheck,
  );
  return comparePairs({ judged: ['bench', 'webvoyager'], tasks, pairs: 5, atMost: 1.2 }, circumstances);
}
