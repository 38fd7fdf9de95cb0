import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { sha256 } from '../../platform/digest.ts';
import { writeAtomically } from '../../platform/files/write-atomically.ts';
import { eventsFileOf } from '../records/kept-events.ts';
import type { Run } from '../records/result.ts';

/**
 * Keeps what happened in the episodes of a run, of a gate's replay in those that did not pass: of the others the
 * recording tells it. Sets the run's digest of them.
 */
export function keepEvents(resultsDir: string, run: Run, events: string): void {
  const lines = run.config.kind === 'replay' ? ofUnpassed(run, events) : events;
  const file = eventsFileOf(resultsDir, run.runId);
  delete run.eventsSha256;
  if (lines === '') {
    rmSync(file, { force: true });
    return;
  }
  run.eventsSha256 = sha256(lines);
  writeAtomically(file, gzipSync(lines, { level: 9 }));
}

function ofUnpassed({ episodes }: Run, events: string): string {
  const isKept = new Set(
    episodes.filter(({ status }) => status !== 'passed').map(({ taskId, trial }) => `${taskId} ${trial}`),
  );
  return events
    .split('\n')
    .filter((line) => {
      if (line === '') return false;
      const { taskId, trial }: { taskId: string; trial: number } = JSON.parse(line);
      return isKept.has(`${taskId} ${trial}`);
    })
    .map((line) => `${line}\n`)
    .join('');
}
