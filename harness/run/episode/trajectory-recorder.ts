import type { Move } from '../../agents/built-in-agent.ts';
import { takes } from '../../agents/tool-drift.ts';
import type { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import type { ActedOn } from '../../judge/page-state.ts';
import { saysStalled } from '../../results/score/progress.ts';
import {
  type AnswerRecord,
  hasActed,
  type PageState,
  type Step,
  type ToolCall,
  type Trajectory,
} from '../../results/score/trajectory.ts';
import { type Answer, lookupText, type Tool } from '../../servers/answer.ts';
import type { Server } from '../../servers/server.ts';
import { toolMappingOf } from '../../servers/tool-mappings/index.ts';
import type { Redact } from '../../task/transcripts/redact.ts';
import { bindAnswer, bindRefs, bindSessionValues } from '../../task/transcripts/session-values.ts';
import type { Episode } from './episode.ts';

/** A server's own tool that reports the agent's progress. */
const progressTool = 'oc_progress_status';

const longestSaid = 300;

type Report = NonNullable<Trajectory['report']>;

type Ending = Pick<Trajectory, 'stop' | 'durationMs' | 'pausedMs' | 'phases' | 'usage' | 'report'>;

/** Records the trajectory of an episode while it is played. */
export class TrajectoryRecorder {
  requestMisses = 0;
  missedRequest: string | undefined;
  /** The fault of a fixture site. */
  webFault: string | undefined;
  unmatchedRequests = 0;
  /** Why the guest port closed a connection. */
  endedGuest: string | undefined;
  lateRequests = 0;
  isRestless = false;
  /** The actions of an agent that drives the browser itself. */
  actions: Pick<GuestActions, 'connected' | 'looks'> | null = null;
  /** Null until the server has described itself. */
  server: Episode['server'] = null;
  /** The observations of the end; nulls if there was nothing left to observe. */
  end: Pick<Trajectory, 'observations'> & Pick<Episode, 'capture'> = { observations: null, capture: null };
  driftAtEnd: Trajectory['driftAtEnd'] = null;
  private readonly kind: Server;
  private readonly redact: Redact;
  private tools: readonly Tool[] = [];
  private opening: Trajectory['opening'] = null;
  private start: PageState | null = null;
  private readonly steps: Step[] = [];
  /** Texts by recorded call, with the opening call first; values that are random per session are looked up in them. */
  private readonly answers: string[] = [''];

  constructor({ server, redact }: { server: Server; redact: Redact }) {
    this.kind = server;
    this.redact = redact;
  }

  get stepCount(): number {
    return this.steps.length;
  }

  /** Whether the contract held after this number of steps. */
  heldAt(count: number): boolean {
    return (count === 0 ? this.start : this.steps[count - 1]?.page)?.held === true;
  }

  get hasActed(): boolean {
    return hasActed({ steps: this.steps, connected: this.actions?.connected });
  }

  meet(server: NonNullable<Episode['server']>): void {
    this.server = server;
    this.tools = server.tools;
  }

  meetTools(tools: readonly Tool[]): void {
    this.tools = tools;
  }

  opened(tool: string, answer: Answer, durationMs: number): void {
    this.opening = { ...this.recordOf(answer, durationMs), tool };
    this.answers[0] = lookupText(answer);
  }

  began(page: PageState): void {
    this.start = page;
  }

  /** Begins a step. Its results are filled in later, so that an interrupted step is recorded too. */
  asked({
    tool,
    args,
    storedArgs,
  }: Pick<Extract<Move, { kind: 'call' }>, 'tool' | 'args' | 'storedArgs'>): Step {
    // Arguments come from a transcript, a script or a model's JSON.
    const sent = args as ToolCall['args'];
    const stored = storedArgs ?? this.bound(sent);
    const isSame = JSON.stringify(stored) === JSON.stringify(sent);
    const step: Step = {
      call: { tool, args: sent, ...(isSame ? {} : { storedArgs: stored }) },
      sent: true,
      recorded: true,
      answer: null,
      page: null,
      endedAtMs: null,
    };
    this.steps.push(step);
    return step;
  }

  private bound(args: ToolCall['args']): ToolCall['args'] {
    const ofSession = bindSessionValues(args, this.kind.sessionValues, this.answers);
    const mapping = toolMappingOf(this.kind);
    return mapping ? bindRefs(ofSession, mapping, this.answers) : ofSession;
  }

  answered(step: Step, answer: Answer, durationMs: number): void {
    step.answer = this.recordOf(answer, durationMs);
    // A call that the server could only reject (unknown tool, wrong arguments) is not replayed.
    step.recorded = !answer.isError || takes(this.tools, step.call);
    if (step.recorded) this.answers.push(lookupText(answer));
    if (this.hasProgressTool()) step.stalled = step.call.tool === progressTool && saysStalled(answer.text);
  }

  /** Records a step that the harness answered with an error in place of the server; transcripts do not include it. */
  refused(step: Step, answer: Answer): void {
    Object.assign(step, { sent: false, recorded: false, answer: this.recordOf(answer, 0) });
    if (this.hasProgressTool()) step.stalled = false;
  }

  observed(step: Step, { on, ...page }: PageState & { on?: ActedOn }, atMs: number): void {
    step.page = page;
    if (on) step.on = on;
    step.endedAtMs = atMs;
  }

  finish(ending: Ending): Trajectory {
    const { opening, start, steps, requestMisses, unmatchedRequests, missedRequest, webFault } = this;
    const { observations } = this.end;
    return {
      opening,
      start,
      steps,
      requestMisses,
      unmatchedRequests,
      ...(missedRequest === undefined ? {} : { missedRequest }),
      ...(webFault === undefined ? {} : { webFault }),
      ...(this.actions ? { looks: this.actions.looks } : {}),
      ...(this.endedGuest === undefined ? {} : { endedGuest: this.endedGuest }),
      ...(this.lateRequests > 0 ? { lateRequests: this.lateRequests } : {}),
      ...(this.isRestless ? { restless: true as const } : {}),
      ...(this.actions?.connected ? { connected: true as const } : {}),
      observations,
      driftAtEnd: this.driftAtEnd,
      ...ending,
      ...(ending.report && observations?.first.answer
        ? { report: this.withStoredAnswer(ending.report) }
        : {}),
    };
  }

  private withStoredAnswer(report: Report): Report {
    const stored = report.storedAnswer ?? bindAnswer(report.answer ?? '', this.answers);
    return typeof stored === 'string' ? report : { ...report, storedAnswer: stored };
  }

  /** Records a request that nothing answered. */
  missed(url: string): void {
    this.requestMisses += 1;
    this.missedRequest ??= url.slice(0, longestSaid);
  }

  private recordOf({ kind, isError, bytes, sha256, text }: Answer, durationMs: number): AnswerRecord {
    const record = { kind, isError, bytes, sha256, durationMs };
    return isError ? { ...record, said: previewOf(this.redact, text, longestSaid) } : record;
  }

  private hasProgressTool(): boolean {
    return this.tools.some(({ name }) => name === progressTool);
  }
}

const longestSecret = 4096;

/**
 * The beginning of a text. It is redacted before it is cut, with room for one more secret, because half a secret is not
 * recognised.
 */
export function previewOf(redact: Redact, text: string, length: number): string {
  return redact(text.slice(0, length + longestSecret), 'free')
    .slice(0, length)
    .toWellFormed();
}
