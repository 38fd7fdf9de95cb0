/** The overhead of the harness: judged episodes against a bare script with the same calls, interleaved. */

import path from 'node:path';
import { readSuites } from '../../task/read-suites.ts';
import { noPatternCheck, readTasks } from '../../task/read-tasks.ts';
import { comparePairs } from './compare-pairs.ts';
import type { Circumstances, Measurement } from './measurement.ts';

/** The replay of the ten tasks of `webvoyager`, then the town. */
export async function benchEpisodes(circumstances: Circumstances): Promise<Measurement> {
  const { project, print } = circumstances;
  const suite = 'webvoyager';
  const { tasks } = await readTasks(path.join(project.tasks, suite), suite, noPatternCheck);
  print(`the replay of ${suite}, ${tasks.length} tasks`);
  const replay = await comparePairs(
    { judged: ['bench', suite], tasks, pairs: 5, atMost: 1.1 },
    circumstances,
  );
  print('');
  const town = await benchTownSample(circumstances);
  return { ...replay, passed: replay.passed && town.passed, town };
}

/** The oracle on the twelve tasks of `town-sample`: stateful sites, in a world made from their seed. */
export async function benchTownSample(circumstances: Circumstances): Promise<Measurement> {
  const { project, print } = circumstances;
  const suite = 'town-sample';
  const all = await readSuites(project.suites, noPatternCheck);
  const tasks = all.tasks.filter((file) => file.suite === suite);
  print(`the oracle on ${suite}, ${tasks.length} tasks`);
  const judged = ['run', '--suite', suite, '--adapter', 'oracle', '--no-save'];
  return comparePairs({ judged, tasks, pairs: 3, atMost: 1.15 }, circumstances);
}
