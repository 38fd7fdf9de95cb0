import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { digest } from '../digest/digest.ts';
import { type Redact, redactsAnything } from './redact.ts';
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
  end: { reason: string; finalUrl: string },
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
    end: { kind: 'end', reason: end.reason, calls: calls.length, finalUrl: end.finalUrl, status: 'passed' },
  };
}

/**
 * Writes `<folder>/<server>/<task>.jsonl` and returns its path; refuses, naming the call, where an argument holds
 * a secret: a transcript with a redacted argument would replay something else.
 */
export async function writeTranscript(
  folder: string,
  transcript: Transcript,
  redact: Redact,
): Promise<{ file: string } | { refused: string }> {
  const secret = transcript.calls.find(({ args }) => redactsAnything(redact, args));
  if (secret)
    return {
      refused: `call ${secret.seq} (${secret.tool}) holds a secret in its arguments; nothing was recorded`,
    };
  const file = path.join(folder, transcript.header.server.id, `${transcript.header.task}.jsonl`);
  const lines = [transcript.header, ...transcript.calls, transcript.end].map((line) => JSON.stringify(line));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${lines.join('\n')}\n`);
  return { file };
}
