import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Tool, ToolListing } from '../../servers/answer.ts';
import type { AdapterSession, Move, Turn } from '../adapter.ts';
import type { AgentEnd } from '../clis/agent.ts';
import { answerInWords, doneTool, type Report, reportOf } from '../models/done-tool.ts';
import type { ProxyWord } from '../models/proxy/proxy.ts';
import { readAnswerFile } from './answer-file.ts';
import type { GatewayCall, ToolResult } from './gateway/call-queue.ts';
import { type AgentSessionOptions, type Open, openAgent } from './open-agent.ts';
import { hintFor, saidLast } from './said-last.ts';
import type { RunningAgent } from './start-agent.ts';

/** How long an agent may take to end by itself: once it said done, and where something else ended the episode. */
const graceMs = { done: 2000, otherwise: 500 };
/** How long after its last word the exit of a process may come. */
const exitLimitMs = 500;
/** Characters of its output that are kept for its author. */
const maxOutput = 64 * 1024;
const ended = 'The episode has ended.';

/** `requests`: how many had been answered before it. */
type Refusal = { word: ProxyWord; why: string; requests: number };

/** An agent of somebody's: it has a process of its own, and what it asks of the gateway are the steps of the episode. */
export class AgentSession implements AdapterSession {
  private readonly options: AgentSessionOptions;
  private listing: () => ToolListing = () => [];
  private done: Tool = doneTool([]);
  private instructions: string | null = null;
  private readonly cleanup = new AsyncDisposableStack();
  private opening: Promise<Open> | null = null;
  private open: Open | null = null;
  private call: GatewayCall | null = null;
  private said: Report & { stopReason: string | null } = { success: null, answer: null, stopReason: null };
  private lastWords: AgentEnd | null = null;
  private refusal: Refusal | null = null;
  private wake: () => void = () => {};
  private hasLeft = false;
  /** Why a conversation broke off. */
  private brokeOff: string | null = null;
  private hasCalled = false;
  private isDone = false;
  private ending: Promise<void> | undefined;

  constructor(options: AgentSessionOptions) {
    this.options = options;
  }

  meetTools(
    tools: readonly Tool[],
    instructions: string | null = null,
    listing = () => tools as ToolListing,
  ): null {
    this.done = doneTool(tools);
    this.instructions = instructions;
    this.listing = listing;
    return null;
  }

  account() {
    return this.open?.proxy?.account() ?? null;
  }

  confined() {
    return this.open?.agent.confined ?? null;
  }

  output() {
    const agent = this.open?.agent;
    return agent ? `${agent.output().slice(-maxOutput)}\n--- standard error\n${agent.errors()}` : null;
  }

  report() {
    const { said, lastWords, isDone } = this;
    const claimed = lastWords?.claimed;
    return {
      success: said.success,
      answer: isDone ? said.answer : answerInWords(lastWords?.words ?? ''),
      // What it says after the end is of requests that were refused for that.
      stopReason: isDone ? 'done' : (lastWords?.stopReason ?? said.stopReason),
      ...(claimed ? { claimedTokens: claimed } : {}),
    };
  }

  silence(limitMs: number): string | null {
    const ms = this.open?.proxy?.unansweredMs() ?? null;
    if (ms === null || ms < limitMs / 2) return null;
    return `the API had not answered a request for ${Math.round(ms / 1000)} s when the time was up`;
  }

  async next(last: Answer | null, turn: Turn): Promise<Move> {
    this.opening ??= this.start(last, turn);
    this.open ??= await this.opening;
    const { gateway, agent } = this.open;
    if (this.call && last) this.call.answer(last.result ?? resultOf(last));
    this.call = null;
    const tools = await turn.changedTools();
    if (tools) {
      this.done = doneTool(tools);
      gateway.announceTools();
    }
    const gone = new AbortController();
    const signal = AbortSignal.any([turn.signal, gone.signal]);
    this.wake = () => gone.abort();
    if (this.hasLeft || this.endsAll(this.refusal)) this.wake();
    const call = await gateway.next(signal).catch((error: unknown) => {
      if (turn.signal.aborted) throw error;
      return null;
    });
    if (!call) return this.endOf(agent);
    if (call.tool === this.done.name) return this.takeDone(call);
    this.call = call;
    this.hasCalled = true;
    const { tool, args } = call;
    if (typeof args !== 'object' || args === null || Array.isArray(args))
      return { kind: 'invalid', tool, why: `the arguments must be an object; found ${JSON.stringify(args)}` };
    return { kind: 'call', tool, args: args as Record<string, unknown> };
  }

  end(): Promise<void> {
    this.ending ??= this.leave();
    return this.ending;
  }

  private async start(opening: Answer | null, turn: Turn): Promise<Open> {
    const open = await openAgent(this.options, this.cleanup, {
      ...{ opening, turn, instructions: this.instructions },
      tools: () => [...this.listing(), this.done],
      refused: (word, why) => this.refused(word, why),
      brokeOff: (why) => {
        this.brokeOff = why;
      },
    });
    const { agent, conversation } = open;
    // One that broke off has mostly left, and its exit code says more.
    const spoke = conversation?.then(async (end) => {
      if (end === null) await Promise.race([agent.exited, delay(exitLimitMs)]);
    });
    void Promise.race([agent.exited, ...(spoke ? [spoke] : [])]).then(() => {
      this.hasLeft = true;
      this.wake();
    });
    return open;
  }

  private refused(word: ProxyWord, why: string): void {
    // What it is refused after the end, and a tool of the vendor's that it can do without, ends nothing.
    if (word === 'ended' || word === 'server_tool' || this.endsAll(this.refusal)) return;
    this.refusal = { word, why, requests: this.account()?.requests ?? 0 };
    if (this.endsAll(this.refusal)) this.wake();
  }

  /** A refusal that no other request could get past. */
  private endsAll(refusal: Refusal | null): boolean {
    return refusal?.word === 'budget' || refusal?.word === 'ends_run';
  }

  private takeDone(call: GatewayCall): Move {
    const { args } = call;
    this.said = {
      ...reportOf(typeof args === 'object' && args !== null ? { ...args } : {}),
      stopReason: null,
    };
    this.isDone = true;
    call.answer({ content: [{ type: 'text', text: ended }] });
    this.open?.proxy?.refuseAll(ended);
    this.open?.gateway.close(ended);
    return { kind: 'done' };
  }

  /** The agent left, or its API takes no more. */
  private endOf(agent: RunningAgent): Move {
    const requests = this.account()?.requests ?? 0;
    const code = agent.exitCode();
    // A refusal after which another request was answered is one that the agent got over.
    const { word, why } = this.refusal?.requests === requests ? this.refusal : { word: null, why: '' };
    if (word === 'budget') return { kind: 'over_budget', why };
    if (word === 'context') return { kind: 'stopped', stop: 'context_full', why };
    if (word === 'moderated') return { kind: 'stopped', stop: 'model_refused', why };
    if (word === 'gave_up' || word === 'ends_run') return { kind: 'stopped', stop: 'model_error', why };
    const end = code === null ? '' : ` with ${code}`;
    if (requests === 0 && !this.hasCalled) {
      const said =
        word === null
          ? [this.brokeOff, saidLast(agent)].filter(Boolean).join('; ')
          : `the API refused its request: ${why}`;
      throw new Error(
        `${this.options.player.id} ended${end} before it asked for anything: ${said}${hintFor(said)}`,
      );
    }
    const fault = this.brokeOff ?? (this.open?.conversation ? null : `exit code ${code}`);
    if (fault !== null) this.said = { ...this.said, stopReason: fault };
    return { kind: 'done' };
  }

  private async leave(): Promise<void> {
    await using _ = this.cleanup;
    // It may still be starting when the time is up.
    const open = await this.opening?.catch(() => null);
    if (!open) return;
    open.proxy?.refuseAll(ended);
    open.gateway.close(ended);
    await open.agent.end(this.isDone ? graceMs.done : graceMs.otherwise);
    const told = this.options.actions && !this.isDone ? await readAnswerFile(open.folders.work) : null;
    if (told) {
      this.isDone = true;
      this.said = { ...told, stopReason: null };
    }
    this.lastWords = open.conversation
      ? await open.conversation
      : this.options.player.readEnd(open.agent.output());
  }
}

/** What the harness answered in the server's place. */
function resultOf({ text, isError }: Answer): ToolResult {
  return { content: [{ type: 'text', text }], isError };
}
