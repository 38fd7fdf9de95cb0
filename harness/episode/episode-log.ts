import type { AdapterSession } from '../adapters/adapter.ts';
import { takes } from '../adapters/tool-drift.ts';
import type { BrowserWatch } from '../browser/watch-browser.ts';
import { digest } from '../contract/digest.ts';
import type { Facts } from '../contract/facts.ts';
import type { ClauseVerdict, Verdict } from '../contract/verdict.ts';
import { boundedResult } from '../result/bounded-result.ts';
import type { Result } from '../result/result.ts';
import { type Answer, toAnswer } from '../servers/answer.ts';
import type { ServerSession } from '../servers/connect-server.ts';
import { givenSha256, taskSha256 } from '../task/given.ts';
import type { Drift } from '../transcript/drift.ts';
import { type PlayedCall, transcriptOf } from '../transcript/record-transcript.ts';
import { bindSessionValues } from '../transcript/session-values.ts';
import type { OpenWeb } from '../web/open-web.ts';
import { decideStatus } from './decide-status.ts';
import type { Episode, EpisodePlan } from './episode.ts';
import type { EpisodeEvent } from './episode-event.ts';
import type { Judged } from './judge-end.ts';
import { Progress } from './progress.ts';
import type { StopCause } from './stop-cause.ts';
import { Stopwatch } from './stopwatch.ts';
import type { PageAfterStep } from './take-steps.ts';

const previewLength = 500;

/** Keeps count of an episode as it goes and makes its Result in the end. */
export class EpisodeLog {
  readonly watch = new Stopwatch();
  /** Milliseconds since the start of the episode; shared with the judge, which reads them at each look. */
  readonly marks: Facts['marks'] = { contract_enter: 0, last_tool_call: null };
  steps = 0;
  finalUrl: string | null = null;
  private readonly plan: EpisodePlan;
  private readonly progress = new Progress();
  private readonly calls: PlayedCall[] = [];
  /** By call, that of the opening call first. */
  private readonly answers: string[] = [''];
  private server: ServerSession | null = null;
  private toolCalls = 0;
  private serverErrors = 0;
  private responseBytes = 0;
  private requestMisses = 0;
  private firstHeldAtStep: number | null = null;
  private lastTool: string | null = null;
  private lastStatus: string | undefined;
  private adapter: AdapterSession | null = null;

  constructor(plan: EpisodePlan) {
    this.plan = plan;
  }

  emit(event: EpisodeEvent): void {
    try {
      this.plan.emit(this.plan.redact({ atMs: Math.round(this.watch.elapsedMs()), ...event }));
    } catch {
      // What becomes of an event (a full disk, a closed terminal) never changes the episode.
    }
  }

  meet(adapter: AdapterSession, server: ServerSession): void {
    this.adapter = adapter;
    this.server = server;
  }

  markContractEnter(): void {
    this.marks.contract_enter = Date.now() - this.watch.startedAtEpochMs;
  }

  markLastToolCall(): void {
    this.marks.last_tool_call = Date.now() - this.watch.startedAtEpochMs;
  }

  /** Counts the step that the adapter asked for and returns its number. */
  sent(tool: string, args: Record<string, unknown>, storedArgs?: PlayedCall['args']): number {
    this.steps += 1;
    this.lastTool = tool;
    // Arguments come from a transcript, a script or a model's JSON.
    this.calls.push({
      tool,
      args:
        storedArgs ??
        bindSessionValues(args as PlayedCall['args'], this.plan.server.sessionValues, this.answers),
      responseKind: 'empty',
      responseBytes: 0,
    });
    this.emit({ type: 'tool_call', seq: this.steps, tool, args });
    return this.steps;
  }

  answered(seq: number, tool: string, answer: Answer, durationMs: number): void {
    if (seq > 0) this.toolCalls += 1;
    this.responseBytes += answer.bytes;
    this.keep(seq, answer);
    if (tool === 'oc_progress_status') this.lastStatus = answer.text;
    this.told(seq, tool, answer, durationMs);
  }

  /** Answers a call that is not sent: it is a step and an error, and nothing that a transcript would hold. */
  refused(seq: number, tool: string, why: string): Answer {
    const answer = toAnswer([{ type: 'text', text: why }], true);
    this.calls.pop();
    this.told(seq, tool, answer, 0);
    return answer;
  }

  missed(url: string): void {
    this.requestMisses += 1;
    this.emit({ type: 'request_miss', url });
  }

  looked(url: string | null, verdict: Verdict, held: boolean): void {
    this.emit({ type: 'page', url });
    this.emit({ type: 'contract_eval', look: 'step', outcome: verdict.outcome, evidence: verdict.evidence });
    if (held) this.firstHeldAtStep ??= this.steps;
  }

  judged(look: 'first' | 'second', url: string | null, verdict: Verdict): void {
    if (look === 'first') this.finalUrl = url;
    if (look === 'first' && verdict.outcome === 'passed') this.firstHeldAtStep ??= this.steps;
    this.emit({ type: 'contract_eval', look, outcome: verdict.outcome, evidence: verdict.evidence });
  }

  progressed(step: {
    tool: string;
    args: Record<string, unknown>;
    isError: boolean;
    before: PageAfterStep;
    after: PageAfterStep;
  }): void {
    const { tool, args, isError, before, after } = step;
    this.progress.add({
      tool,
      args,
      isError,
      urlBefore: before.url,
      urlAfter: after.url,
      before: before.fingerprint,
      after: after.fingerprint,
      endedAtMs: this.watch.elapsedMs(),
      ...(this.hasProgressTool() ? { statusSays: this.lastStatus ?? '' } : {}),
    });
    this.lastStatus = undefined;
  }

  countMisses(browser: BrowserWatch, web: OpenWeb): void {
    if (!web.hermetic) return;
    const unserved = web.hermetic.accesses.filter(({ served }) => !served).map(({ url }) => url);
    for (const url of [...unserved, ...browser.unresolved]) this.missed(url);
  }

  finish(end: StopCause & Partial<Judged> & { driftAtEnd?: Drift | null }): Episode {
    const { plan } = this;
    const verdict = end.verdict ?? null;
    const drift = end.drift ?? null;
    const status = decideStatus({
      stop: end.stop,
      outcome: end.outcome ?? null,
      drift,
      driftAtEnd: end.driftAtEnd ?? null,
      secondOutcome: end.secondOutcome ?? null,
    });
    const shownDrift = drift ?? (status === 'replay_drift' ? (end.driftAtEnd ?? null) : null);
    const success = status === 'passed';
    const facts = end.facts ?? null;
    const account = this.adapter?.account?.() ?? null;
    const result: Result = {
      taskId: plan.task.id,
      taskSha256: taskSha256(plan.task),
      trial: plan.trial,
      status,
      success,
      steps: this.steps,
      durationMs: Math.round(this.watch.workedMs()),
      phases: this.watch.phases(),
      toolCalls: this.toolCalls,
      serverErrors: this.serverErrors,
      responseBytes: this.responseBytes,
      tokens: account?.tokens ?? null,
      usd: account?.usd ?? null,
      ...this.progress.summary(plan.shortestCalls),
      requestMisses: this.requestMisses,
      firstHeldAtStep: this.firstHeldAtStep,
      finalUrl: this.finalUrl,
      ...(end.failed && !success ? { failedPostcondition: omitOutcome(end.failed) } : {}),
      verdict: verdict && {
        outcome: verdict.outcome,
        clauses: verdict.clauses.map(({ name, outcome, observed }) => ({ name, outcome, observed })),
      },
      factsSha256: facts && digest(facts),
      ...(shownDrift ? { drift: shownDrift } : {}),
      ...(end.error && !success ? { error: end.error } : {}),
      ...(this.lastTool ? { lastTool: this.lastTool } : {}),
      artifacts: plan.artifacts,
    };
    this.emit({ type: success ? 'task_passed' : 'task_failed', status });
    return {
      // Redacted before it is cut: half a secret is a secret too.
      result: boundedResult(plan.redact(result)),
      verdict: verdict && plan.redact(verdict),
      facts,
      server: this.server,
      transcript: success && this.server ? this.transcript(this.server, end.stop) : null,
      capture: success ? null : (end.capture ?? null),
    };
  }

  private transcript(server: ServerSession, stop: string): Episode['transcript'] {
    const { plan } = this;
    return transcriptOf(
      {
        task: plan.task.id,
        givenSha256: givenSha256(plan.task, plan.skill),
        server: { id: plan.server.id, version: server.version, toolsSha256: server.toolsSha256 },
        adapter: plan.adapter.id,
        model: plan.adapter.model,
        web: plan.web.kind,
        recordedAt: new Date().toISOString(),
      },
      this.calls,
      { reason: stop, finalUrl: this.finalUrl ?? '' },
    );
  }

  private told(seq: number, tool: string, answer: Answer, durationMs: number): void {
    const { kind, isError, bytes, sha256, text } = answer;
    if (isError) this.serverErrors += 1;
    // Redacted before it is cut: half a secret would not be known for one.
    const preview = this.plan.redact(text).slice(0, previewLength);
    this.emit({ type: 'tool_result', seq, tool, kind, isError, bytes, sha256, durationMs, preview });
  }

  /** A call that the server could only refuse (no such tool, other arguments) is not kept: a replay is not about it. */
  private keep(seq: number, { kind, isError, bytes, text }: Answer): void {
    const call = seq > 0 ? this.calls.at(-1) : undefined;
    if (call && isError && this.server && !takes(this.server.tools, call)) this.calls.pop();
    else {
      if (call) Object.assign(call, { responseKind: kind, responseBytes: bytes });
      this.answers[this.calls.length] = text;
    }
  }

  private hasProgressTool(): boolean {
    return this.server?.tools.some(({ name }) => name === 'oc_progress_status') ?? false;
  }
}

function omitOutcome({ outcome: _, ...words }: ClauseVerdict): NonNullable<Result['failedPostcondition']> {
  return words;
}
