import { digest } from '../../platform/digest.ts';
import type { Transcript, TranscriptCall, TranscriptHeader } from './transcript.ts';

type Json = TranscriptCall['args'];

/** One call as it was sent and answered, its arguments as stored (session values by reference). */
export type RecordedCall = {
  tool: string;
  args: Json;
  responseKind: TranscriptCall['response_kind'];
  responseBytes: number;
};

export function transcriptOf(
  header: Omit<TranscriptHeader, 'kind' | 'schema'>,
  calls: readonly RecordedCall[],
  end: Pick<Transcript['end'], 'reason' | 'finalUrl' | 'answer'>,
): Transcript {
  return {
    header: { kind: 'header', schema: 'contract-bench.transcript.v1', ...header },
    calls: calls.map(({ tool, args, responseKind, responseBytes }, index) => ({
      kind: 'tool_call',
      seq: index + 1,
      tool,
      args,
      args_digest_sha256: digest(args),
      response_kind: responseKind,
      response_bytes: responseBytes,
    })),
    end: {
      kind: 'end',
      reason: end.reason,
      calls: calls.length,
      finalUrl: end.finalUrl,
      ...(end.answer === undefined ? {} : { answer: end.answer }),
      status: 'passed',
    },
  };
}
