import { transcriptOf } from '../transcript/record-transcript.ts';
import type { Transcript, TranscriptHeader } from '../transcript/transcript.ts';
import type { Trajectory } from './trajectory.ts';

/** The calls of a trajectory that a replay can be about. */
export function transcriptOfTrajectory(
  header: Omit<TranscriptHeader, 'kind' | 'schema'>,
  { steps, stop, observations }: Trajectory,
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
  return transcriptOf(header, calls, { reason: stop.stop, finalUrl: observations?.first.url ?? '' });
}
