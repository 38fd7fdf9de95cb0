import { sha256 } from '../../../platform/digest.ts';
import type { Times } from '../run/played-episode.ts';
import type { Attribute } from './attributes.ts';

/** `SpanKind` and `StatusCode` of OTLP, which JSON has as numbers. */
export const spanKinds = { internal: 1, client: 3 } as const;
const failedStatus = 2;

type SpanEvent = { timeUnixNano: string; name: string; attributes: Attribute[] };

export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: (typeof spanKinds)[keyof typeof spanKinds];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  events?: SpanEvent[];
  status?: { code: typeof failedStatus; message?: string };
};

/** Ids are digests and times are those that were saved: a second export has the same bytes. */
export class Trace {
  private readonly place: string;
  private readonly startedAtMs: number;

  /** `place`: what no other episode has. `startedAtMs`: since 1970. */
  constructor(place: string, startedAtMs: number) {
    this.place = place;
    this.startedAtMs = startedAtMs;
  }

  /** `part` names a span within the trace; '' is the root of all others. */
  span(
    part: string,
    {
      times,
      ...rest
    }: Omit<Span, 'traceId' | 'spanId' | 'startTimeUnixNano' | 'endTimeUnixNano'> & {
      times: Times;
    },
  ): Span {
    return {
      traceId: sha256(`trace ${this.place}`).slice(0, 32),
      spanId: this.spanId(part),
      ...(part === '' ? {} : { parentSpanId: this.spanId('') }),
      startTimeUnixNano: this.unixNano(times.startMs),
      endTimeUnixNano: this.unixNano(times.endMs),
      ...rest,
    };
  }

  /** Nanoseconds since 1970, more than a number holds: as text. */
  unixNano(atMs: number): string {
    return String(BigInt(Math.round((this.startedAtMs + atMs) * 1000)) * 1000n);
  }

  private spanId(part: string): string {
    return sha256(`span ${this.place} ${part}`).slice(0, 16);
  }
}

export function failed(message: string | null | undefined): Pick<Span, 'status'> {
  return { status: message ? { code: failedStatus, message } : { code: failedStatus } };
}
