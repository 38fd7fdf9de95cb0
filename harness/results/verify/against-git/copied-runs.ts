import { digest } from '../../../platform/digest.ts';
import type { Run } from '../../records/result.ts';

/** Says of each run that it is handed whether one before it has its id, its artefacts or its measured times. */
export function copyFinder(): (file: string, run: Run) => string[] {
  const seen = new Map<string, { file: string; runId: string }>();
  return (file, run) => {
    const { runId } = run;
    const traces = [
      ['its id', `id ${runId}`],
      ['its artefacts', run.artifactsSha256 && `artefacts ${run.artifactsSha256}`],
      ['its times to the millisecond', run.episodes.length > 1 && `times ${timesOf(run)}`],
    ] as const;
    const found = traces.flatMap(([what, trace]) => {
      if (!trace) return [];
      const other = seen.get(trace);
      if (!other) seen.set(trace, { file, runId });
      return other
        ? [`${what} ${what === 'its id' ? 'is that' : 'are those'} of run ${other.runId} in ${other.file}`]
        : [];
    });
    return found.slice(0, 1).map((why) => `a copy: ${why}`);
  };
}

function timesOf({ episodes }: Run): string {
  return digest(episodes.map(({ taskId, durationMs, phases }) => [taskId, durationMs, phases]));
}
