import type { Move } from '../adapters/adapter.ts';
import { takes } from '../adapters/tool-drift.ts';
import { saysStalled } from '../score/progress.ts';
import type { AnswerRecord, PageState, Step, StopCause, ToolCall, Trajectory } from '../score/trajectory.ts';
import type { Answer, Tool } from '../servers/answer.ts';
import type { Server } from '../servers/server.ts';
import { bindSessionValues } from '../transcript/session-values.ts';

/** A server's own tool that says whether the agent gets on. */
const progressTool = 'oc_progress_status';

type Ending = Pick<
  Trajectory,
  'observations' | 'driftAtEnd' | 'durationMs' | 'pausedMs' | 'phases' | 'usage' | 'report'
> & {
  stop: StopCause;
};

/** Gathers the trajectory of an episode as it goes. */
export class TrajectoryRecorder {
  requestMisses = 0;
  private readonly server: Server;
  private tools: readonly Tool[] = [];
  private opening: AnswerRecord | null = null;
  private start: PageState | null = null;
  private readonly steps: Step[] = [];
  /** Texts by recorded call, that of the opening call first: what is random per session is looked up in them. */
  private readonly answers: string[] = [''];

  constructor(server: Server) {
    this.server = server;
  }

  get stepCount(): number {
    return this.steps.length;
  }

  meet(tools: readonly Tool[]): void {
    this.tools = tools;
  }

  opened(answer: Answer, durationMs: number): void {
    this.opening = recordOf(answer, durationMs);
    this.answers[0] = answer.text;
  }

  began(page: PageState): void {
    this.start = page;
  }

  /** Begins a step; what comes of it is filled in as it comes, so that a step that is cut short is one too. */
  asked({
    tool,
    args,
    storedArgs,
  }: Pick<Extract<Move, { kind: 'call' }>, 'tool' | 'args' | 'storedArgs'>): Step {
    // Arguments come from a transcript, a script or a model's JSON.
    const sent = args as ToolCall['args'];
    const stored = storedArgs ?? bindSessionValues(sent, this.server.sessionValues, this.answers);
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

  answered(step: Step, answer: Answer, durationMs: number): void {
    step.answer = recordOf(answer, durationMs);
    // A call that the server could only refuse (no such tool, other arguments): a replay is not about it.
    step.recorded = !answer.isError || takes(this.tools, step.call);
    if (step.recorded) this.answers.push(answer.text);
    if (this.hasProgressTool()) step.stalled = step.call.tool === progressTool && saysStalled(answer.text);
  }

  /** Answered in the server's place: a step and an error, and nothing that a transcript would hold. */
  refused(step: Step, answer: Answer): void {
    Object.assign(step, { sent: false, recorded: false, answer: recordOf(answer, 0) });
    if (this.hasProgressTool()) step.stalled = false;
  }

  observed(step: Step, page: PageState, atMs: number): void {
    step.page = page;
    step.endedAtMs = atMs;
  }

  finish(ending: Ending): Trajectory {
    const { opening, start, steps, requestMisses } = this;
    return { opening, start, steps, requestMisses, ...ending };
  }

  private hasProgressTool(): boolean {
    return this.tools.some(({ name }) => name === progressTool);
  }
}

function recordOf({ kind, isError, bytes, sha256 }: Answer, durationMs: number): AnswerRecord {
  return { kind, isError, bytes, sha256, durationMs };
}
