import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AdapterSession, Move, Place, Turn } from '../adapters/adapter.ts';
import type { AgentEnd, AgentStart } from '../agents/agent.ts';
import type { GuestActions } from '../door/guest-actions.ts';
import { bridgeFile } from '../gateway/bridge-file.ts';
import type { CallQueue, GatewayCall, ToolResult } from '../gateway/call-queue.ts';
import { type Gateway, openGateway } from '../gateway/open-gateway.ts';
import { launchShimIn, writeLaunchShim } from '../launch-shim/write-launch-shim.ts';
import { answerInWords, doneTool, type Report, reportOf } from '../model/done-tool.ts';
import type { ModelProxy, ModelProxyOptions, ProxyWord } from '../model-proxy/proxy.ts';
import type { Answer, Tool, ToolListing } from '../servers/answer.ts';
import type { Task } from '../task/task.ts';
import { agentPrompt } from './agent-prompt.ts';
import { type AcpStreams, converseOverAcp } from './converse-over-acp.ts';
import type { Player } from './player.ts';
import { readOwnFile } from './read-own-file.ts';
import { type AgentFolders, openAgentFolders, type RunningAgent, startAgent } from './start-agent.ts';

export type AgentSessionOptions = {
  player: Player;
  calls: CallQueue;
  /** What it does, where it drives the browser itself. */
  actions: GuestActions | null;
  prompt: { system: string; task: string };
  task: Pick<Task, 'goal' | 'startUrl'>;
  maxSteps: number;
  place: Place;
  /** Null where the agent asks no model. */
  openProxy:
    | ((clock: Pick<Turn, 'pause' | 'resume'>, refused: ModelProxyOptions['refused']) => Promise<ModelProxy>)
    | null;
};

/** How long an agent may take to end by itself: once it said done, and where something else ended the episode. */
const graceMs = { done: 2000, otherwise: 500 };
/** The mistakes of nearly everybody's first line. */
const hints: readonly (readonly [RegExp, string])[] = [
  [
    /not found|no such file|cannot find|can't open|ENOENT/i,
    ' (it runs in an empty folder of its own: its line names files by absolute paths)',
  ],
  [
    /read-only file system|EROFS|permission denied/i,
    ' (only its own folder, HOME and TMPDIR can be written to)',
  ],
];
/** How long after its last word the exit of a process may come. */
const exitLimitMs = 500;
/** Characters of its output that are kept for its author. */
const maxOutput = 64 * 1024;
const answerFileName = 'answer.txt';
const maxAnswerBytes = 64 * 1024;
const ended = 'The episode has ended.';

type Open = {
  folders: AgentFolders;
  gateway: Gateway;
  proxy: ModelProxy | null;
  agent: RunningAgent;
  /** Of an agent that is spoken with; null where it broke off. */
  conversation: Promise<AgentEnd | null> | null;
};
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
    const { player, prompt, openProxy, place, maxSteps, task, calls, actions } = this.options;
    const folders = this.cleanup.use(await openAgentFolders());
    const gateway = this.cleanup.use(
      await openGateway({
        tools: () => [...this.listing(), this.done],
        instructions: this.instructions,
        calls,
      }),
    );
    const proxy = openProxy
      ? this.cleanup.use(await openProxy(turn, (word, why) => this.refused(word, why)))
      : null;
    const bridge = path.join(folders.root, 'mcp-bridge.mjs');
    await copyFile(bridgeFile, bridge);
    const start: AgentStart = {
      door: player.door,
      prompt: await agentPrompt(prompt, opening),
      goal: task.goal,
      startUrl: task.startUrl,
      model: player.model ?? '',
      gateway: { url: gateway.url, command: [process.execPath, bridge, gateway.url] },
      proxy: { url: proxy?.url ?? '', placeholder: proxy?.placeholder ?? '' },
      cdp: actions?.endpoint ? await cdpOf(actions.endpoint, folders.root) : null,
      answerFile: path.join(folders.work, answerFileName),
      home: folders.home,
      folder: folders.work,
      maxSteps,
    };
    const command = { command: player.command(start), env: player.env(start), files: player.files(start) };
    const ports = [
      ...(actions?.endpoint ? [actions.endpoint.port] : []),
      gateway.port,
      ...(proxy ? [Number(new URL(proxy.url).port)] : []),
    ];
    const agent = await startAgent({ ...command, converses: player.door === 'acp' }, folders, place, ports);
    const conversation = agent.streams && this.converse(agent.streams, start);
    // One that broke off has mostly left, and its exit code says more.
    const spoke = conversation?.then(async (end) => {
      if (end === null) await Promise.race([agent.exited, delay(exitLimitMs)]);
    });
    void Promise.race([agent.exited, ...(spoke ? [spoke] : [])]).then(() => {
      this.hasLeft = true;
      this.wake();
    });
    return { folders, gateway, proxy, agent, conversation };
  }

  private converse(streams: AcpStreams, start: AgentStart): Promise<AgentEnd | null> {
    return converseOverAcp(streams, start).catch((error: unknown) => {
      this.brokeOff = `over ACP: ${error instanceof Error ? error.message : String(error)}`;
      return null;
    });
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
        `${this.options.player.id} ended${end} before it asked for anything: ${said}${hints.find(([words]) => words.test(said))?.[1] ?? ''}`,
      );
    }
    const fault = this.brokeOff ?? (this.open?.conversation ? null : `exit code ${code}`);
    if (fault !== null) this.said = { ...this.said, stopReason: fault };
    return { kind: 'done' };
  }

  /** One that has no tools says in a file what `done` would take, or its answer alone. */
  private async readAnswerFile({ work }: AgentFolders): Promise<void> {
    const text = await readOwnFile(work, answerFileName, maxAnswerBytes);
    if (text === null || text.trim() === '') return;
    this.isDone = true;
    this.said = { ...reportIn(text), stopReason: null };
  }

  private async leave(): Promise<void> {
    await using _ = this.cleanup;
    // It may still be starting when the time is up.
    const open = await this.opening?.catch(() => null);
    if (!open) return;
    open.proxy?.refuseAll(ended);
    open.gateway.close(ended);
    await open.agent.end(this.isDone ? graceMs.done : graceMs.otherwise);
    if (this.options.actions && !this.isDone) await this.readAnswerFile(open.folders);
    this.lastWords = open.conversation
      ? await open.conversation
      : this.options.player.readEnd(open.agent.output());
  }
}

/** How a browser is reached: at its door, or by launching what leads there. */
async function cdpOf({ url }: { url: string }, folder: string): Promise<AgentStart['cdp']> {
  await writeLaunchShim(folder, url);
  const version = await (await fetch(`${url}/json/version`)).json();
  return { url, ws: String(version.webSocketDebuggerUrl), chromium: launchShimIn(folder) };
}

/** What the harness answered in the server's place. */
function resultOf({ text, isError }: Answer): ToolResult {
  return { content: [{ type: 'text', text }], isError };
}

function saidLast(agent: RunningAgent): string {
  const lines = `${agent.output()}\n${agent.errors()}`.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-3).join(' | ').slice(-400) || 'it said nothing';
}

function reportIn(text: string): Report {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && ('answer' in value || 'success' in value))
      return reportOf({ ...value });
  } catch {
    // Then it is the answer itself.
  }
  return { success: null, answer: answerInWords(text) ?? text.trim() };
}
