import { digest } from '../../platform/digest.ts';
import { fieldIssues } from '../../platform/errors/describe-issues.ts';
import { jsonOrUndefined } from '../../platform/errors/json.ts';
import {
  type Drift,
  type Transcript,
  type TranscriptCall,
  type TranscriptHeader,
  TranscriptLine,
} from './transcript.ts';

type Json = TranscriptCall['args'];

/** One call with its answer; the arguments are in the stored form, with session values as references. */
export type RecordedCall = {
  tool: string;
  args: Json;
  responseKind: TranscriptCall['response_kind'];
  responseBytes: number;
  responseIsError?: boolean;
};

export function transcriptOf(
  header: Omit<TranscriptHeader, 'kind' | 'schema'>,
  calls: readonly RecordedCall[],
  end: Pick<Transcript['end'], 'reason' | 'finalUrl' | 'answer'>,
): Transcript {
  return {
    header: { kind: 'header', schema: 'contract-bench.transcript.v1', ...header },
    calls: calls.map(({ tool, args, responseKind, responseBytes, responseIsError }, index) => ({
      kind: 'tool_call',
      seq: index + 1,
      tool,
      args,
      args_digest_sha256: digest(args),
      response_kind: responseKind,
      response_bytes: responseBytes,
      ...(responseIsError === undefined ? {} : { response_is_error: responseIsError }),
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

/**
 * Reads a transcript, or returns the first drift in its text: an invalid line, a gap, an extra call, or arguments that
 * do not match their digest.
 */
export function parseTranscript(text: string): { transcript: Transcript } | { drift: Drift } {
  const lines: TranscriptLine[] = [];
  const texts = text.split('\n');
  if (texts.at(-1) === '') texts.pop();
  for (const [index, line] of texts.entries()) {
    const parsed = parseLine(line);
    if ('why' in parsed) return malformed(index + 1, parsed.why);
    lines.push(parsed.line);
  }
  const [header, ...rest] = lines;
  if (header?.kind !== 'header')
    return malformed(1, `${header ? `a ${header.kind} line` : 'nothing'} where the header must be`);
  const second = rest.findIndex((line) => line.kind === 'header');
  if (second >= 0) return malformed(second + 2, 'a second header');
  const endAt = rest.findIndex((line) => line.kind === 'end');
  const end = rest[endAt];
  if (end?.kind !== 'end') return malformed(texts.length + 1, 'no end line');
  const afterEnd = rest.slice(endAt + 1);
  if (afterEnd.some((line) => line.kind === 'end')) return malformed(endAt + 3, 'a second end line');
  const calls = rest.slice(0, endAt).filter((line): line is TranscriptCall => line.kind === 'tool_call');
  return checkCalls(calls, end.calls, afterEnd) ?? { transcript: { header, calls, end } };
}

function checkCalls(
  calls: TranscriptCall[],
  said: number,
  afterEnd: TranscriptLine[],
): { drift: Drift } | null {
  for (const [index, { seq }] of calls.entries()) {
    const expected = index + 1;
    if (seq === expected) continue;
    const reason = seq > expected ? 'missing_call' : 'extra_call';
    return {
      drift: {
        reason,
        step: Math.min(seq, expected),
        expected: `call ${expected}`,
        actual: `call ${seq}`,
      },
    };
  }
  if (calls.length < said)
    return {
      drift: {
        reason: 'missing_call',
        step: calls.length + 1,
        expected: `${said} calls`,
        actual: `${calls.length} calls`,
      },
    };
  if (calls.length > said)
    return {
      drift: {
        reason: 'extra_call',
        step: said + 1,
        expected: `${said} calls`,
        actual: `${calls.length} calls`,
      },
    };
  if (afterEnd.length > 0)
    return {
      drift: {
        reason: 'extra_call',
        step: said + 1,
        expected: 'nothing after the end line',
        actual: `${afterEnd.length} more`,
      },
    };
  for (const { seq, args, args_digest_sha256 } of calls) {
    const actual = digest(args);
    if (actual !== args_digest_sha256) {
      return { drift: { reason: 'digest_mismatch', step: seq, expected: args_digest_sha256, actual } };
    }
  }
  return null;
}

function parseLine(line: string): { line: TranscriptLine } | { why: string } {
  const raw = jsonOrUndefined(line);
  if (raw === undefined) return { why: 'invalid JSON' };
  const parsed = TranscriptLine.safeParse(raw);
  if (parsed.success) return { line: parsed.data };
  // Without the value, because an invalid line was not redacted.
  return { why: fieldIssues(parsed.error).map(({ field, message }) => `${field}: ${message}`)[0] ?? '' };
}

function malformed(line: number, why: string): { drift: Drift } {
  return {
    drift: {
      reason: 'malformed',
      step: line,
      expected: `line ${line} of a transcript`,
      actual: `line ${line}: ${why}`,
    },
  };
}
