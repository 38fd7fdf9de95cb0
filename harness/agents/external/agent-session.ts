import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { GuestActions } from '../../browser/guest-port/guest-actions.ts';
import { countsPath } from '../../browser/guest-port/guest-port.ts';
import { launchShimIn, writeLaunchShim } from '../../browser/launch-shim/write-launch-shim.ts';
import { clip } from '../../platform/words/format.ts';
import type { Answer, Tool, ToolListing } from '../../servers/answer.ts';
import type { Task } from '../../task/task.ts';
import type { BuiltInAgentSession, Move, Place, Turn } from '../built-in-agent.ts';
import type { AgentEnd, AgentStart, Player } from '../clis/agent.ts';
import { doneTool } from '../models/model-tools.ts';
import type { ModelProxy, ModelProxyOptions } from '../models/proxy/model-proxy.ts';
import type { ProxyWord } from '../models/proxy/proxy-word.ts';
import { openingWords } from '../models/shown-answer.ts';
import { answerInWords, type Report, reportOf } from '../report.ts';
import {
  type AbnormalEnd,
  type AgentFolders,
  answerFileIn,
  causeOfEnd,
  hintFor,
  lastWords,
  openAgentFolders,
  type RunningAgent,
  readAnswerFile,
  startAgent,
} from './agent-process.ts';
import { type AcpAnswer, converseOverAcp } from './converse-over-acp.ts';
import {
  bridgeFile,
  type CallQueue,
  type Gateway,
  type GatewayCall,
  type GatewayOptions,
  openGateway,
  type ToolResult,
} from './gateway/gateway.ts';

export type AgentSessionOptions = {
  player: Player;
  calls: CallQueue;
  /** Its actions, if it drives the browser itself. */
  actions: GuestActions | null;
  prompt: { system: string; task: string };
  task: Pick<Task, 'goal' | 'startUrl'>;
  maxSteps: number;
  place: Place;
  heard?: GatewayOptions['heard'];
  acpAnswered?: ((answer: AcpAnswer) => void) | undefined;
  /** Null for an agent without a model. */
  openProxy:
    | ((clock: Pick<Turn, 'pause' | 'resume'>, refused: ModelProxyOptions['refused']) => Promise<ModelProxy>)
    | null;
};

/** The grace time for an agent's exit: after its `done`, and after another end of the episode. */
const graceMs = { done: 2000, otherwise: 500 };
/** The limit for the exit of a process after its last message. */
const exitLimitMs = 500;
/** The limit of its stored output, in characters. */
const maxOutput = 64 * 1024;
const ended = 'The episode has ended.';

/** `requests`: the number of answered requests before it. */
type Refusal = { word: ProxyWord; why: string; requests: number };

/** An external agent in its own process; its calls to the gateway are the steps of the episode. */
export class AgentSession implements BuiltInAgentSession {
  private readonly options: AgentSessionOptions;
  private listing: () => ToolListing = () => [];
  private done: Tool = doneTool([]);
  private instructions: string | null = null;
  private readonly cleanup = new AsyncDisposableStack();
  private opening: Promise<OpenAgent> | null = null;
  private open: OpenAgent | null = null;
  private call: GatewayCall | null = null;
  private said: Report & { stopReason: string | null } = { success: null, answer: null, stopReason: null };
  private lastWords: AgentEnd | null = null;
  private refusal: Refusal | null = null;
  private wake: () => void = () => {};
  private hasLeft = false;
  /** How its process failed by itself, or that the harness had to end it. */
  private fault: AbnormalEnd | null = null;
  /** The reason why the protocol session failed. */
  private brokeOff: string | null = null;
  /** The times of its last call, and of its last call, act or look. */
  private calledAt: number | null = null;
  private activeAt: number | null = null;
  private signal: AbortSignal | null = null;
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
    const ownSteps = lastWords?.steps ?? said.steps;
    return {
      success: said.success,
      answer: said.answer ?? answerInWords(lastWords?.words ?? ''),
      // After the end its output only reports the refused requests.
      stopReason: isDone ? 'done' : (lastWords?.stopReason ?? said.stopReason),
      ...(claimed ? { claimedTokens: claimed } : {}),
      ...(ownSteps === undefined ? {} : { ownSteps }),
      ...(this.fault === null ? {} : { ended: this.fault.words, endKind: this.fault.kind }),
    };
  }

  /** An answer with `done` counts; otherwise the agent is ended, and its answer file and last line are read. */
  async hear(): Promise<void> {
    if (this.said.answer === null) await this.end();
  }

  silence(limitMs: number): string | null {
    const unanswered = this.open?.proxy?.unansweredMs() ?? null;
    // An agent that acts meanwhile does not wait for the answer.
    const ms =
      unanswered && Math.min(unanswered, performance.now() - (this.calledAt ?? Number.NEGATIVE_INFINITY));
    if (ms === null || ms < limitMs / 2) return null;
    return `the API had not answered a request for ${Math.round(ms / 1000)} s when the time was up`;
  }

  /** Whether it did anything: called a tool, connected to the browser, or got an answer of its model. */
  private hasActed(): boolean {
    const account = this.account();
    // Requests that were cut off are not counted.
    const hasAsked = account && (account.requests > 0 || account.isLowerBound || account.answered !== null);
    return (
      this.isDone || this.calledAt !== null || hasAsked === true || this.options.actions?.connected === true
    );
  }

  async next(last: Answer | null, turn: Turn): Promise<Move> {
    this.signal = turn.signal;
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
    this.calledAt = this.activeAt = performance.now();
    const { tool, args } = call;
    if (typeof args !== 'object' || args === null || Array.isArray(args))
      return { kind: 'invalid', tool, why: `the arguments must be an object; found ${inWords(args)}` };
    return { kind: 'call', tool, args: args as Record<string, unknown> };
  }

  end(): Promise<void> {
    this.ending ??= this.leave();
    return this.ending;
  }

  /** Starts the agent with its own folders, its gateway and, if it has a model, its proxy; `cleanup` ends them. */
  private async start(opening: Answer | null, turn: Turn): Promise<OpenAgent> {
    const { cleanup, instructions } = this;
    const { player, prompt, openProxy, place, maxSteps, task, calls, actions, heard } = this.options;
    const folders = cleanup.use(await openAgentFolders());
    const tools = () => [...this.listing(), this.done];
    const gateway = cleanup.use(await openGateway({ tools, instructions, calls, heard }));
    const refused = (word: ProxyWord, why: string) => this.refused(word, why);
    const proxy = openProxy ? cleanup.use(await openProxy(turn, refused)) : null;
    const bridge = path.join(folders.root, 'mcp-bridge.mjs');
    await copyFile(bridgeFile, bridge);
    const endpoint = actions?.endpoint ?? null;
    if (actions)
      actions.acted = () => {
        this.activeAt = performance.now();
        turn.resume();
      };
    const start: AgentStart = {
      door: player.door,
      prompt: await agentPrompt(prompt, opening),
      goal: task.goal,
      startUrl: task.startUrl,
      model: player.model ?? '',
      gateway: { url: gateway.url, command: [process.execPath, bridge, gateway.url] },
      proxy: { url: proxy?.url ?? '', placeholder: proxy?.placeholder ?? '' },
      cdp: endpoint && (await cdpOf(endpoint, folders.root)),
      answerFile: answerFileIn(folders.work),
      home: folders.home,
      folder: folders.work,
      maxSteps,
    };
    const command = { command: player.command(start), env: player.env(start), files: player.files(start) };
    const ports = [endpoint?.port ?? [], gateway.port, proxy ? Number(new URL(proxy.url).port) : []].flat();
    const agent = await startAgent({ ...command, converses: player.door === 'acp' }, folders, place, ports);
    const conversation =
      agent.streams &&
      converseOverAcp(agent.streams, start, this.options.acpAnswered).catch((error: unknown) => {
        this.brokeOff = `over ACP: ${error instanceof Error ? error.message : String(error)}`;
        return null;
      });
    // After a failed session the process has usually exited, and its exit code explains more.
    const spoke = conversation?.then(async (end) => {
      if (end === null) await Promise.race([agent.exited, delay(exitLimitMs)]);
    });
    void Promise.race([agent.exited, ...(spoke ? [spoke] : [])]).then(() => {
      this.hasLeft = true;
      if (this.ending === undefined) this.fault = causeOfEnd(agent);
      this.wake();
    });
    return { folders, gateway, proxy, agent, conversation };
  }

  private refused(word: ProxyWord, why: string): void {
    // Refusals after the end, and of optional vendor tools, do not end the episode.
    if (word === 'ended' || word === 'server_tool' || this.endsAll(this.refusal)) return;
    this.refusal = { word, why, requests: this.account()?.requests ?? 0 };
    if (this.endsAll(this.refusal)) this.wake();
  }

  /** Whether a refusal applies to all further requests. */
  private endsAll(refusal: Refusal | null): boolean {
    return refusal?.word === 'budget' || refusal?.word === 'ends_run';
  }

  private takeDone(call: GatewayCall): Move {
    const { args } = call;
    this.said = { ...reportOf(args), stopReason: null };
    this.isDone = true;
    call.answer({ content: [{ type: 'text', text: ended }] });
    this.open?.proxy?.refuseAll(ended);
    this.open?.gateway.close(ended);
    return { kind: 'done' };
  }

  /** The end after the agent's exit, or after a final refusal by its API. */
  private endOf(agent: RunningAgent): Move {
    const requests = this.account()?.requests ?? 0;
    const code = agent.exitCode();
    // The agent has recovered from a refusal if a later request was answered.
    const { word, why } = this.refusal?.requests === requests ? this.refusal : { word: null, why: '' };
    if (word === 'budget') return { kind: 'over_budget', why };
    if (word === 'context') return { kind: 'stopped', stop: 'context_full', why };
    if (word === 'moderated') return { kind: 'stopped', stop: 'model_refused', why };
    if (word === 'gave_up' || word === 'ends_run') return { kind: 'stopped', stop: 'model_error', why };
    const over = agent.overLimit();
    if (over !== null) {
      this.said = { ...this.said, stopReason: `ended: it took ${over}` };
      return { kind: 'done' };
    }
    const end = code === null ? '' : ` with ${code}`;
    if (!this.hasActed()) {
      const said =
        word === null
          ? [this.brokeOff, lastWords(agent)].filter(Boolean).join('; ')
          : `the API refused its request: ${why}`;
      throw new Error(
        `${this.options.player.id} ended${end} before it asked for anything: ${said}${hintFor(said)}`,
      );
    }
    const fault = this.brokeOff ?? (this.open?.conversation ? null : `exit code ${code}`);
    if (fault !== null) this.said = { ...this.said, stopReason: fault };
    return { kind: 'done' };
  }

  /** Why the harness had to end the running process; null if that is usual. */
  private endByHarness(): AbnormalEnd | null {
    if (!this.hasActed()) return { kind: 'idle', words: 'it asked for nothing' };
    if (this.isDone || !this.signal?.aborted) return null;
    const ms = this.activeAt === null ? null : performance.now() - this.activeAt;
    const last =
      ms === null ? 'it had not acted' : `it had last acted or looked ${Math.round(ms / 1000)} s before`;
    return { kind: 'running', words: `still running when the time was up: ${last}` };
  }

  private async leave(): Promise<void> {
    await using _ = this.cleanup;
    // It may still be starting at the time limit.
    const open = await this.opening?.catch(() => null);
    if (!open) return;
    if (!this.hasLeft) this.fault = this.endByHarness();
    open.proxy?.refuseAll(ended);
    open.gateway.close(ended);
    await open.agent.end(this.isDone ? graceMs.done : graceMs.otherwise);
    const { success, answer } = this.said;
    const left = this.options.actions ? await readAnswerFile(open.folders.work) : null;
    if (left) {
      this.isDone ||= left.success !== null || left.answer !== null;
      this.said = {
        ...left,
        success: success ?? left.success,
        answer: answer ?? left.answer,
        stopReason: this.said.stopReason,
      };
    }
    this.lastWords = open.conversation
      ? await open.conversation
      : this.options.player.readEnd(open.agent.output());
  }
}

/** A short text for arguments that are not an object. */
function inWords(args: unknown): string {
  return Array.isArray(args) ? 'a list' : clip(JSON.stringify(args), 100);
}

/** The harness's answer in place of the server's. */
function resultOf({ text, isError }: Answer): ToolResult {
  return { content: [{ type: 'text', text }], isError };
}

/** All resources of a running agent. */
type OpenAgent = {
  folders: AgentFolders;
  gateway: Gateway;
  proxy: ModelProxy | null;
  agent: RunningAgent;
  /** The end of the protocol session, for an agent with one; null if the session failed. */
  conversation: Promise<AgentEnd | null> | null;
};

/** The DevTools addresses of a browser, and an executable that connects to it. */
async function cdpOf({ url }: { url: string }, folder: string): Promise<AgentStart['cdp']> {
  await writeLaunchShim(folder, url);
  const version = await (await fetch(`${url}/json/version`)).json();
  const counts = `${url}${countsPath}`;
  return { url, ws: String(version.webSocketDebuggerUrl), chromium: launchShimIn(folder), counts };
}

/** Linux allows 131,072 bytes in one argument; the rest is for additions of the agent. */
const maxPromptBytes = 120_000;

/**
 * The whole prompt of an agent in one text: the same as in the harness's model loop, with the opening call's answer.
 */
async function agentPrompt(
  { system, task }: { system: string; task: string },
  opening: Answer | null,
): Promise<string> {
  const whole = [system, task, ...(await openingWords(opening))].join('\n\n').replaceAll('\0', '');
  const bytes = Buffer.from(whole);
  if (bytes.length <= maxPromptBytes) return whole;
  // Drops a partial character at the end.
  const kept = bytes
    .subarray(0, maxPromptBytes)
    .toString('utf8')
    .replace(/\uFFFD$/, '');
  return `${kept}\n[cut: ${whole.length - kept.length} more characters are not shown]`;
}
