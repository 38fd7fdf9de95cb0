import type { RunConfig } from '../../harness/results/records/result.ts';

/** Where the recordings of a run came from, as git says it, else as the run does; and their digest. */
export function recordingsWords(
  { transcriptsSha256, recordings }: Pick<RunConfig, 'transcriptsSha256' | 'recordings'>,
  areOthers: boolean | null,
): string {
  if (transcriptsSha256 === null) return 'none were replayed, or nobody kept which';
  return `${originWords(recordings, areOthers)}, ${transcriptsSha256}`;
}

function originWords(told: RunConfig['recordings'], areOthers: boolean | null): string {
  if (areOthers === null) return told === 'project' ? 'this project’s, as the run says' : 'origin not known';
  return areOthers
    ? 'others than this project has at the commit'
    : 'those that this project has at the commit';
}
