/** What the harness costs: the judged replay of ten tasks against a bare script with the same calls, interleaved. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { noPatternCheck, readTasks } from '../task/read-tasks.ts';
import { parseTranscript } from '../transcript/parse-transcript.ts';
import type { BareEpisode } from './bare-episode.ts';
import { comparePairs } from './compare-pairs.ts';
import type { Circumstances, Measurement } from './measurement.ts';

export async function benchEpisodes(circumstances: Circumstances): Promise<Measurement> {
  const { project } = circumstances;
  const { tasks } = await readTasks(path.join(project.tasks, 'webvoyager'), 'webvoyager', noPatternCheck);
  const bare = await Promise.all(
    tasks.map(async ({ task: { id, startUrl } }): Promise<BareEpisode> => {
      const file = path.join(project.transcripts, 'playwright', `${id}.jsonl`);
      const parsed = parseTranscript(await readFile(file, 'utf8'));
      if ('drift' in parsed) throw new Error(`${file}: ${parsed.drift.reason}`);
      return { startUrl, calls: parsed.transcript.calls };
    }),
  );
  return comparePairs({ judged: ['bench', 'webvoyager'], bare, pairs: 5, atMost: 1.2 }, circumstances);
}
