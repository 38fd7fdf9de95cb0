import type { Transcript, TranscriptHeader } from '../../task/transcripts/transcript.ts';
import { transcriptOf } from '../../task/transcripts/transcript-of.ts';
import type { Trajectory } from './trajectory.ts';

/** The calls of a trajectory that a replay can be about. */
export function transcriptOfTrajectory(
  header: Omit<TranscriptHeader, 'kind' | 'schema'>,
  { steps, stop, observations, report }: Trajectory,
): Transcript {
  const calls = steps.flatMap(({ call, recorded, answer }) =>
    recorded && answer
      ? [
          {
            tool: call.tool,
            args: call.storedArgs ?? call.args,
            responseKind: answer.kind,
            responseBytes: answer.bytes,
          },
        ]
      : [],
  );
  // Whatever else an agent says at its end is no part of what is replayed.
  const answer = observations?.first.answer ? (report?.storedAnswer ?? report?.answer) : null;
  return transcriptOf(header, calls, {
    reason: stop.stop,
    finalUrl: observations?.first.url ?? '',
    ...(answer ? { answer } : {}),
  });
}
